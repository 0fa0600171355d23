import { describe, expect, it } from "vitest";
import type { TurnStudied } from "../lib/protocol";
import { heights, isNotable, turnAt } from "./study.svelte";

const turn = (number: number, began: number, over: number, more: Partial<TurnStudied> = {}) =>
  ({ number, began, over, held: [], missed_win: false, missed_opening: false, risk: null, tiles: [number, 9], left: [0, 0], ...more }) as unknown as TurnStudied;

describe("a game that is looked into", () => {
  const turns = [turn(1, 10, 12), turn(2, 12, 15, { held: ["r5"] }), turn(3, 15, 17, { risk: -200 })];

  it("knows the turn of an event, whichever of its events it is", () => {
    expect(turnAt(turns, 11)?.number).toBe(1);
    expect(turnAt(turns, 12)?.number).toBe(1);
    expect(turnAt(turns, 13)?.number).toBe(2);
    expect(turnAt(turns, 9)).toBeUndefined();
  });

  it("points out what was held or risked", () => {
    expect(turns.filter((one) => isNotable(one, -200)).map((one) => one.number)).toEqual([2, 3]);
    expect(isNotable(turn(4, 1, 2, { risk: -100 }), -200)).toBe(false);
  });

  it("has a line for each seat", () => {
    expect(heights(turns, "tiles", 0)).toEqual([1, 2, 3]);
    expect(heights(turns, "tiles", 1)).toEqual([9, 9, 9]);
  });
});
