import { expect, test } from "vitest";
import { t } from "../lib/app.svelte";
import type { OneWay, WaysBack } from "../lib/protocol";
import { effectOf, lostOn, sameWay } from "./ways_back";

const NAMES = ["Ala", "Bartek", "Celina"];
const nameOf = (seat: number) => NAMES[seat] ?? "?";
const way = (to: number | null, turn: number | null, lost: number[] = [], why = ""): OneWay => ({ to, turn, lost, why });
const ways = (before: OneWay, after: OneWay): WaysBack => ({ event: 9, seq: 20, before, after });

test("a way back names who is to move and whose turns go", () => {
  const told = ways(way(6, 0, [0, 1, 0]), way(8, 1, [1, 0]));
  const [three, two] = [t("panel.turns_lost", { count: 3, whose: "Ala (2), Bartek" }), t("panel.turns_lost", { count: 2, whose: "Bartek, Ala" })];
  expect(effectOf(told, "before", nameOf)).toBe(t("panel.way_before", { who: "Ala", lost: three }));
  expect(effectOf(told, "after", nameOf)).toBe(t("panel.way_after", { who: "Bartek", lost: two }));
});

test("before the first move everybody gets ready, after it the game begins", () => {
  const told = ways(way(2, null), way(5, 0));
  const lost = t("panel.no_turn_lost");
  expect(effectOf(told, "before", nameOf)).toBe(t("panel.way_ready", { lost }));
  expect(effectOf(told, "after", nameOf)).toBe(t("panel.way_start", { who: "Ala", lost }));
});

test("a closed way says why, in the server's words", () => {
  expect(effectOf(ways(way(2, 0), way(null, null, [], "Ten ruch jeszcze trwa.")), "after", nameOf)).toBe("Ten ruch jeszcze trwa.");
});

test("a table that has gone on under the question is noticed", () => {
  expect(sameWay(way(6, 0, [0]), way(6, 0, [0]))).toBe(true);
  expect(sameWay(way(6, 0, [0]), way(6, 0, [0, 1]))).toBe(false);
  expect(lostOn(way(6, 0), nameOf)).toBe(t("panel.no_turn_lost"));
});
