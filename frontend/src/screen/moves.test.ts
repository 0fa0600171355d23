import { expect, test } from "vitest";
import type { Round, Standing } from "../tournament/shapes";
import { moves, roundBefore } from "./moves";

const round = (number: number, ...results: string[]) =>
  ({ round: number, tables: [{ games: results.map((result) => ({ result })) }] }) as unknown as Round;
const rows = (...places: [number, number][]) => places.map(([entrant, place]) => ({ entrant, place }) as Standing);

test("a round that has results is compared with the one before, one that has none with the one before that", () => {
  expect(roundBefore(null)).toBe(0);
  expect(roundBefore(round(1, "confirmed"))).toBe(0);
  expect(roundBefore(round(2, "missing", "entered"))).toBe(1);
  expect(roundBefore(round(3, "missing"))).toBe(1);
});

test("up is positive, and who was not there has not moved", () => {
  const moved = moves(rows([7, 4], [8, 1]), rows([7, 1], [8, 2], [9, 3]));
  expect([moved.get(7), moved.get(8), moved.get(9)]).toEqual([3, -1, undefined]);
});
