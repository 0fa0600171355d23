import { expect, test } from "vitest";
import { stepped } from "./arrows";

const STOPS = [
  { id: 1, x: 0, y: 0 },
  { id: 2, x: 30, y: 0 },
  { id: 3, x: 60, y: 0 },
  { id: 4, x: 10, y: 50 },
  { id: 5, x: 55, y: 52 },
];

test.each([
  [1, "ArrowRight", 2],
  [3, "ArrowRight", 4],
  [1, "ArrowLeft", 1],
  [3, "ArrowDown", 5],
  [4, "ArrowUp", 1],
  [5, "ArrowDown", 5],
  [99, "ArrowRight", 2],
])("from %i %s leads to %i", (from, key, to) => {
  expect(stepped(STOPS, from, key)).toBe(to);
});
