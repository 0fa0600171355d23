import { expect, test } from "vitest";
import type { RoundTable } from "../tournament/shapes";
import { nextGame, watched, type Glance } from "./trouble";

const glance = (table: number, more: Partial<Glance> = {}): Glance => ({
  table,
  owing: true,
  contradictions: [],
  online: null,
  phase: "playing",
  game: 1,
  turn: 0,
  paused: false,
  flagged: false,
  waits: false,
  stands_ms: null,
  disputes: [],
  inspected: null,
  away: [],
  devices: [],
  ...more,
});
const seated = (table: number, result: "missing" | "entered" | "confirmed" = "missing"): RoundTable => ({
  table,
  seats: [],
  games: [{ game: 1, result }, { game: 2, result: "missing" }],
});
const TABLES = [1, 2, 3, 4, 5, 6].map((n) => seated(n, n === 3 ? "entered" : "missing"));
const order = (glances: Glance[], called: number[] = [], asking: number[] = []) =>
  watched(glances, TABLES, { called, asking }).map((one) => [one.glance.table, one.troubles[0] ?? ""]);

test("disputes come first, then clocks that stand, then results, then the others by number", () => {
  const all = [
    glance(1),
    glance(2, { paused: true }),
    glance(3),
    glance(4),
    glance(5, { paused: true, disputes: [{ number: 1, seat: 0, event: 57, move: { kind: "TileDrawn", data: { seat: 1 } } }] }),
    glance(6, { waits: true, flagged: true }),
  ];
  expect(order(all, [4])).toEqual([
    [5, "dispute"],
    [6, "waits"],
    [2, "paused"],
    [4, "called"],
    [3, "unsure"],
    [1, ""],
  ]);
});

test("a table that was called and has sent its results is in no trouble", () => {
  expect(order([glance(1, { owing: false })], [1])).toEqual([[1, ""]]);
});

test("who has gone is trouble, and so is a flag nobody settles", () => {
  expect(order([glance(1, { flagged: true }), glance(2, { away: [3] })])).toEqual([
    [2, "away"],
    [1, "flagged"],
  ]);
});

test("a table that asks for a referee comes before a clock that stands", () => {
  expect(order([glance(1, { paused: true }), glance(2)], [], [2])).toEqual([
    [2, "asked"],
    [1, "paused"],
  ]);
});

test("two sheets that differ are more than one that waits for a second pair of eyes", () => {
  const differ = [{ game: 1, by: 7, lines: [] }];
  const [first] = watched([glance(3, { contradictions: differ }), glance(4)], TABLES, { called: [], asking: [] });
  expect(first?.troubles).toEqual(["contradiction"]);
});

test("the next game without a result is the one to enter", () => {
  expect(nextGame(seated(1, "confirmed"))?.game).toBe(2);
});
