import { expect, test } from "vitest";
import { sideOf } from "./seating";

test.each([
  [2, "me top"],
  [3, "me left right"],
  [4, "me left top right"],
  [5, "me left top top right"],
])("%i people sit around the table", (seats, sides) => {
  const circle = Array.from({ length: seats }, (_, i) => i);
  const found = circle.map((i) => sideOf((i + 1) % seats, 1, circle));
  expect(found.join(" ")).toBe(sides);
});

test("people sit as the drawn tiles say", () => {
  const circle = [2, 0, 3, 1];
  expect([0, 1, 2, 3].map((seat) => sideOf(seat, 0, circle)).join(" ")).toBe("me top right left");
});

test("who watches sits where the first seat is", () => {
  expect(sideOf(0, null, [0, 1, 2, 3])).toBe("me");
});
