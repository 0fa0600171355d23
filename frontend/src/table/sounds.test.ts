import { describe, expect, test } from "vitest";
import { KINDS as TILES } from "../rummikub/sounds";
import { KINDS as CARDS } from "../wojtek/sounds";
import { NOTES, QUIET, soundOf as soundIn, type Moment } from "./sounds";

type Told = { kind: string; data: Record<string, unknown> };
// Every kind belongs to one game at most, or means the same in both.
const soundOf = (before: Moment, after: Moment, happened: Told[], seat: number | null) =>
  soundIn(before, after, { kinds: TILES, happened, seat }) ?? soundIn(before, after, { kinds: CARDS, happened, seat });

const ME = 1;
const mine: Moment = { myTurn: true, put: 0, seconds: 30 };
const event = (kind: string, seat?: number) => ({ kind, data: seat === undefined ? {} : { seat } });
const heard = (kind: string, seat?: number, before = QUIET, after = before) =>
  soundOf(before, after, [event(kind, seat)], ME);

test("my turn is heard when it begins, and once", () => {
  expect(soundOf(QUIET, mine, [], ME)).toBe("my_turn");
  expect(soundOf(QUIET, mine, [event("TilesLaid", 0), event("TurnEnded", 0)], ME)).toBe("my_turn");
  expect(soundOf(mine, mine, [], ME)).toBeNull();
  expect(soundOf(mine, QUIET, [], ME)).toBeNull();
});

test("what others play is heard, and what we laid ourselves sounds otherwise", () => {
  for (const kind of ["TilesLaid", "TileDrawn", "BearMoved", "CardsExchanged"]) expect(heard(kind, 0)).toBe("play");
  for (const kind of ["TilesLaid", "BearMoved"]) expect(heard(kind, ME, mine, QUIET)).toBe("laid");
  expect(heard("TileDrawn", ME, mine)).toBeNull();
  expect(heard("ReadinessDeclared", 0)).toBeNull();
});

test("who only watches hears every play and no turn", () => {
  expect(soundOf(QUIET, QUIET, [event("TilesLaid", ME)], null)).toBe("play");
  expect(soundOf(QUIET, QUIET, [event("TurnEnded", 0)], null)).toBeNull();
});

test("a tile put on the felt clicks, one taken back does not", () => {
  expect(soundOf(mine, { ...mine, put: 1 }, [], ME)).toBe("tile");
  expect(soundOf({ ...mine, put: 1 }, mine, [], ME)).toBeNull();
  expect(soundOf(QUIET, { ...QUIET, put: 1 }, [], ME)).toBeNull();
});

describe("the last ten seconds", () => {
  const at = (seconds: number | null): Moment => ({ ...mine, seconds });
  test("are heard once, when they begin", () => {
    expect(soundOf(at(10.1), at(9.9), [], ME)).toBe("hurry");
    expect(soundOf(at(11), at(10), [], ME)).toBe("hurry");
    expect(soundOf(at(9.9), at(9.7), [], ME)).toBeNull();
    expect(soundOf(at(12), at(11), [], ME)).toBeNull();
  });
  test("are heard neither at another's turn nor when the clock is told anew or stood", () => {
    expect(soundOf({ ...at(11), myTurn: false }, { ...at(9), myTurn: false }, [], ME)).toBeNull();
    expect(soundOf(at(null), at(9), [], ME)).toBeNull();
    expect(soundOf(at(11), at(0), [], ME)).toBeNull();
  });
});

test("a time-out and the referee come before everything else", () => {
  expect(soundOf(QUIET, mine, [event("TimeRanOut", 0), event("TurnEnded", 0)], ME)).toBe("time_out");
  expect(heard("TurnTimedOut", 0)).toBe("time_out");
  for (const kind of ["Paused", "Rewound", "Challenged", "OffencePunished"]) expect(heard(kind)).toBe("referee");
  expect(soundOf(QUIET, mine, [event("Rewound")], ME)).toBe("referee");
});

test("every sound can be told from every other", () => {
  const all = Object.values(NOTES).map((notes) => JSON.stringify(notes));
  expect(new Set(all).size).toBe(all.length);
});
