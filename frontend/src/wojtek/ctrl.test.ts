import { describe, expect, it } from "vitest";
import type { WojtekOptions } from "../lib/protocol";
import { endsGame, isTriple, moves, movesTo } from "./ctrl";
import { corners } from "./shapes";
import type { WojtekState } from "./state.svelte";

const NOTHING: WojtekOptions = {
  starts: [],
  cards: [],
  rainbow_colours: [],
  rainbow_fields: [],
  triples: [],
  slots: [],
  own: [],
  colours: [],
  exchange: [1, 5],
  ending: [],
};

function seen(cards: string[], options: Partial<WojtekOptions> | null): WojtekState {
  return { cards, due: null, options: options && { ...NOTHING, ...options } } as WojtekState;
}

describe("what the picked cards can do", () => {
  const options = {
    cards: [
      { colour: "r", to: 6 },
      { colour: "g", to: 7 },
    ],
    rainbow_fields: [6, 8],
    triples: [["r", "r", "*"]],
  };

  it("offers every move by a colour while nothing is picked, and no rainbow", () => {
    expect(moves(seen([], options)).map((move) => move.to)).toEqual([6, 7]);
  });

  it("offers only what the picked card leads to", () => {
    expect(moves(seen(["g"], options)).map((move) => move.command)).toEqual([{ t: "move", colour: "g" }]);
    expect(moves(seen(["*"], options)).map((move) => move.command)).toEqual([
      { t: "rainbow", to: 6 },
      { t: "rainbow", to: 8 },
    ]);
    expect(moves(seen(["r", "g"], options))).toEqual([]);
  });

  it("knows a set of three in any order, and only those the server listed", () => {
    expect(isTriple(seen(["*", "r", "r"], options))).toBe(true);
    expect(isTriple(seen(["r", "r", "r"], options))).toBe(false);
  });

  it("finds the one move to a field, and none while somebody else is waited for", () => {
    expect(movesTo(seen([], options), 7)).toEqual([{ t: "move", colour: "g" }]);
    expect(movesTo(seen([], null), 7)).toEqual([]);
  });

  it("asks before a move that the server says ends the own game, and before the goal", () => {
    const table = { ...seen([], { ...options, ending: [7] }), board: { goal_position: 50 } } as WojtekState;
    const [red, green] = moves(table);
    expect([endsGame(table, red!), endsGame(table, green!)]).toEqual([false, true]);
    expect(endsGame(table, { colour: "r", to: 50, command: { t: "three" } as never })).toBe(true);
    expect(endsGame(table, { colour: "r", to: 7, command: { t: "three" } as never })).toBe(false);
  });

  it("names a colour after the display was exchanged", () => {
    const found = moves(seen([], { exchange: null, colours: [{ colour: "b", to: 9 }] }));
    expect(found.map((move) => move.command)).toEqual([{ t: "colour", colour: "b" }]);
  });
});

describe("the signs of the seven colours", () => {
  it("are seven different shapes", () => {
    const shapes = ["circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star"];
    expect(new Set(shapes.map((shape) => corners(shape, 0, 0, 10))).size).toBe(7);
  });
});
