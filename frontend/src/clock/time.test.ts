import { expect, test } from "vitest";
import { clockText } from "./time";

test("time is written as on a wall, and nobody is told zero too early", () => {
  expect([0, 1, 9_000, 61_000, 725_000, 3_723_000, -5].map(clockText)).toEqual([
    "0:00",
    "0:01",
    "0:09",
    "1:01",
    "12:05",
    "1:02:03",
    "0:00",
  ]);
});
