import { expect, test } from "vitest";
import { found, foundIn, meant, type Named } from "./name_search";

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

test("a whole name, surname first or last, with a comma or without accents, means nobody who is only called longer", () => {
  const people = [1, 10].map((entrant) => ({ entrant, status: "entered", name: entrant === 1 ? "Zawodnik Żółty" : "Zawodnik Żółtyński" }));
  for (const words of ["Zawodnik Żółty", "zolty zawodnik", "Żółty, Zawodnik "]) {
    expect(people.filter((one) => foundIn(one.name, words)).length).toBe(2);
    expect(meant(words, people)?.entrant).toBe(1);
  }
  expect(meant("zawodnik zolt", people)).toBeNull();
});

test("Enter means the very number, else the only one expected, else the only one: nobody by guessing", () => {
  const one = (entrant: number, status = "entered", name = "") => ({ entrant, status, name });
  expect(meant("1 ", [one(10), one(1), one(11)])?.entrant).toBe(1);
  expect(meant("1", [one(10), one(1, "no_show")])?.entrant).toBe(1);
  expect(meant("kow", [one(4, "present"), one(5)])?.entrant).toBe(5);
  expect(meant("kow", [one(4, "no_show")])?.entrant).toBe(4);
  expect(meant("kow", [one(4), one(5)])).toBeNull();
  expect(meant("kow", [one(4, "present"), one(5, "present")])).toBeNull();
  expect(meant("kow", [])).toBeNull();
});
