import { expect, test } from "vitest";
import { found, foundIn, type Named } from "./name_search";

const PEOPLE: Named[] = [
  [1, "Zawodnik 17"],
  [2, "Zawodniczka Ósma-Łęcka"],
  [17, "Zawodnik 2"],
  [170, "Zawodnik 170"],
];
const numbers = (words: string, first: number[] = [1, 2, 17, 170]) =>
  found(words, PEOPLE, new Set(first)).map(([number]) => number);

test("a few letters of any part of the name, without accents", () => {
  expect(numbers("lec")).toEqual([2]);
  expect(numbers("osma zaw")).toEqual([2]);
  expect(numbers("xyz")).toEqual([]);
  expect(numbers("  ")).toEqual([]);
});

test("the very number comes before what only begins so", () => {
  expect(numbers("17")).toEqual([17, 1, 170]);
});

test("who still has no slip comes first", () => {
  expect(numbers("zawodnik", [170])).toEqual([170, 1, 17]);
});

test("any part of a name is found, with or without its accents", () => {
  expect(foundIn("17 Zawodnik Żółtowski", "zolt")).toBe(true);
  expect(foundIn("17 Zawodnik Żółtowski", "TOW zaw")).toBe(true);
  expect(foundIn("17 Zawodnik Żółtowski", "18")).toBe(false);
});
