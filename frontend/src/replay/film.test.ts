import { expect, test } from "vitest";
import type { Frame } from "../lib/protocol";
import { fresh, steps } from "../rummikub/film";
import { addressOf, ofSeat, stepOf, turnFrom, undone, wantedOf } from "./film";

const frame = (seq: number, kind: string, more: Partial<Frame> = {}): Frame => ({
  seq,
  kind,
  at: seq,
  by: "seat 0",
  data: {},
  phase: "playing",
  turn: 0,
  pool: 50,
  felt: null,
  jokers: null,
  seats: null,
  drafts: [],
  ...more,
});
const DRAFTS = [
  { at: 1, felt: [["r7", 0, 0]], lifted: null },
  { at: 2, felt: [["r7", 0, 0], ["b7", 30, 0]], lifted: "k7" },
] as unknown as Frame["drafts"];
const FILM = [
  frame(2, "TilesDealt", { felt: [] }),
  frame(3, "GameStarted"),
  frame(4, "TilesLaid", { felt: [["r7", 0, 0], ["b7", 30, 0], ["k7", 60, 0]], data: { laid: ["k7"] }, drafts: DRAFTS }),
  frame(5, "TurnEnded", { turn: 1 }),
  frame(6, "TileDrawn", { turn: 1 }),
  frame(7, "Rewound", { data: { to: 3 }, felt: [] }),
];

test("what a frame does not tell is as before", () => {
  const all = steps(FILM, false);
  expect(all.map((step) => step.felt.length)).toEqual([0, 0, 3, 3, 3, 0]);
});

test("what jokers stand for is known until the felt changes", () => {
  const told = { "k3 j k5": ["k4"] };
  const all = steps([frame(2, "TilesDealt", { felt: [], jokers: {} }), frame(3, "TilesLaid", { jokers: told }), frame(4, "TurnEnded")], false);
  expect(all.map((step) => step.jokers)).toEqual([{}, told, told]);
});

test("the drafts of a turn come before the event that ends it", () => {
  const all = steps(FILM, true);
  expect(all.map((step) => [step.frame.seq, step.draft])).toEqual([
    [2, 0], [3, 0], [4, 1], [4, 2], [4, 0], [5, 0], [6, 0], [7, 0],
  ]);
  expect([all[2]?.felt.length, all[3]?.lifted]).toEqual([1, "k7"]);
});

test("what was rewound is marked", () => {
  expect([...undone(FILM)]).toEqual([4, 5, 6]);
});

test("a dispute that was answered and a warning are not taken back with the moves", () => {
  const kinds = ["GameStarted", "TilesLaid", "Challenged", "RulingGiven", "WarningGiven", "TurnEnded", "Rewound"];
  const told = kinds.map((kind, i) => frame(i + 1, kind, { data: { to: 1 } }));
  expect([...undone(told)]).toEqual([2, 6]);
});

test("one can jump to an event and from turn to turn", () => {
  const all = steps(FILM, true);
  expect(stepOf(all, 4)).toBe(4);
  expect(turnFrom(all, 0, 1)).toBe(1);
  expect(turnFrom(all, 1, 1)).toBe(5);
  expect(turnFrom(all, 5, -1)).toBe(1);
  expect(turnFrom(all, 5, 1)).toBe(7);
});

test("who moved is whose turn it was before the event", () => {
  const all = steps(FILM, false);
  expect(all.map((step) => step.mover)).toEqual([0, 0, 0, 0, 1, 1]);
});

test("the tiles just laid are known", () => {
  expect(fresh(steps(FILM, false)[2])).toEqual(["k7"]);
});

test("one seat's moves are shown alone, and an event that is left out leads to the one before", () => {
  const film = [frame(3, "GameStarted"), frame(4, "TilesLaid", { data: { seat: 0 } }), frame(5, "TilesLaid", { data: { seat: 1 } }), frame(6, "GameEnded")];
  const all = ofSeat(steps(film, true), 0);
  expect(all.map((step) => step.frame.seq)).toEqual([3, 4, 6]);
  expect([stepOf(all, 5), stepOf(all, 6), stepOf(all, 0)]).toEqual([1, 2, 0]);
  expect(ofSeat(steps(film, true), null)).toHaveLength(4);
});

test("an address says what is looked at, the analysis too", () => {
  expect(wantedOf(addressOf(2, 41, true))).toEqual({ game: 2, event: 41, study: true });
  expect(wantedOf(addressOf(1, 7, false))).toEqual({ game: 1, event: 7, study: false });
  expect(wantedOf("")).toEqual({ game: 1, event: 0, study: false });
});
