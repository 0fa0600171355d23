import { expect, test } from "vitest";
import { distinct, sortedRack, without, type Question } from "./keypad";

const question = (rack: string[], last_drawn: string | null): Question => ({
  profile: "mp2023",
  rack,
  last_drawn,
  announced: false,
  had_turn: true,
  announced_before_game: false,
  time_out: false,
});

test("a tile taken off the rack cannot be the last drawn one any more", () => {
  expect(without(question(["k5", "r1"], "k5"), 0).last_drawn).toBe("unknown");
  expect(without(question(["k5", "k5"], "k5"), 0).last_drawn).toBe("k5");
  expect(without(question(["k5", "r1"], null), 0).last_drawn).toBe(null);
});

test("the rack is shown by colour and number, jokers last", () => {
  expect(sortedRack(["j", "r2", "k13", "k2"])).toEqual(["k2", "k13", "r2", "j"]);
  expect(distinct(["r2", "r2", "k1"])).toEqual(["k1", "r2"]);
});
