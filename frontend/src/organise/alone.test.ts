import { expect, test } from "vitest";
import type { Game } from "../tournament/shapes";
import { countAlone, standsAlone } from "./alone";

const game = (result: Game["result"], ...confirmed_by: string[]): Game => ({ game: 1, result, confirmed_by });

test("a result of one player whom nobody confirmed stands alone", () => {
  expect(standsAlone(game("confirmed", "7"))).toBe(true);
  for (const sure of [game("confirmed", "7", "8"), game("confirmed", "referee"), game("confirmed", "7", "referee")]) {
    expect(standsAlone(sure)).toBe(false);
  }
});

test("what is not entered, or waits for a confirmation anyway, is told otherwise", () => {
  expect(countAlone([{ games: [{ game: 1, result: "missing" }, game("entered", "7")] }])).toBe(0);
  expect(countAlone([{ games: [game("confirmed", "7")] }, { games: [game("confirmed", "9")] }])).toBe(2);
});
