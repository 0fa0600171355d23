import { expect, test } from "vitest";
import { sideOf } from "./seating";

test.each([
  [2, "me top"],
  [3, "me left right"],
  [4, "me left top right"],
  [5, "me left top top right"],
])("%i people sit around the table", (seats, sides) => {
  const found = Array.from({ length: seats }, (_, i) => sideOf((i + 1) % seats, 1, seats));
  expect(found.join(" ")).toBe(sides);
});

test("who watches sits where the first seat is", () => {
  expect(sideOf(0, null, 4)).toBe("me");
});
