import { expect, test } from "vitest";
import type { Standing } from "../tournament/shapes";
import { pathOf, placesOf } from "./places_chart";

const rows = (...entrants: number[]) => entrants.map((entrant, i) => ({ entrant, place: i + 1 })) as Standing[];

test("those who stand first now, with their places after every round", () => {
  expect(placesOf(rows(3, 1), [rows(1, 2), rows(3, 1, 2)])).toEqual([
    { entrant: 3, places: [null, 1] },
    { entrant: 1, places: [1, 2] },
  ]);
});

test("the first place is on top, and who was away breaks the line", () => {
  expect(pathOf([1, 3, 2], 3, 100, 40)).toBe("M8 8L108 48L208 28");
  expect(pathOf([null, 1, null, 3], 3, 100, 40)).toBe("M108 8M308 48");
});
