import { describe, expect, it } from "vitest";
import type { BoardShown, WojtekStep, WojtekTableView } from "../lib/protocol";
import type { Command } from "../table/line";
import { dueCards, dueOf, isDue } from "./lesson";

const step = (over: Partial<WojtekStep>): WojtekStep => ({ say: "", t: "move", cards: [], colour: "", to: 0, slot: "", ...over });
const exchange = step({ t: "exchange", cards: ["r", "y"] });
const rainbow = step({ t: "rainbow", to: 6 });
const three = step({ t: "three", cards: ["v", "v", "v"], slot: "b", colour: "b" });
const board = { lesson: [exchange, rainbow, three] } as BoardShown;
const view = (over: Partial<WojtekTableView>) => ({ phase: "playing", turn: 0, turns: 0, seats: [{}, {}], waiting: null, ...over }) as WojtekTableView;

describe("a lesson", () => {
  it("goes on with every turn of the pupil, and waits while the other one plays", () => {
    expect(dueOf(board, view({}), 0)?.step).toBe(exchange);
    expect(dueOf(board, view({ turns: 1, turn: 1 }), 0)).toBeNull();
    expect(dueOf(board, view({ turns: 2 }), 0)).toMatchObject({ step: rainbow, number: 2, naming: false });
    expect(dueOf(board, view({ turns: 4, waiting: "colour" }), 0)).toMatchObject({ step: three, naming: true });
    expect(dueOf(board, view({ phase: "over" }), 0)).toBeNull();
    expect(dueOf({ lesson: [] as WojtekStep[] } as BoardShown, view({}), 0)).toBeNull();
  });

  it("opens only the move that is due", () => {
    const due = dueOf(board, view({ turns: 2 }), 0)!;
    expect(isDue(due, { t: "rainbow", to: 6 } as Command)).toBe(true);
    expect(isDue(due, { t: "rainbow", to: 5 } as Command)).toBe(false);
    expect(isDue(due, { t: "move", colour: "r" } as Command)).toBe(false);
    const naming = dueOf(board, view({ turns: 4, waiting: "colour" }), 0)!;
    expect(isDue(naming, { t: "colour", colour: "b" } as Command)).toBe(true);
    expect(isDue(naming, { t: "colour", colour: "r" } as Command)).toBe(false);
  });

  it("opens just as many cards as are wanted", () => {
    const due = (turns: number) => dueOf(board, view({ turns }), 0)!;
    expect(dueCards(due(0), ["o", "r", "r", "y", "b"])).toEqual([1, 3]);
    expect(dueCards(due(2), ["r", "*", "*"])).toEqual([1]);
    expect(dueCards(due(4), ["b", "v", "v", "v", "v"])).toEqual([1, 2, 3]);
  });
});
