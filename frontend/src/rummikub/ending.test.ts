import { beforeEach, describe, expect, test } from "vitest";
import { app, t } from "../lib/app.svelte";
import type { TableView } from "../lib/protocol";
import { announced, explained, type Scoring } from "./ending";

const nameOf = (seat: number) => (seat === 0 ? t("table.you") : `Zawodnik ${seat}`);
const articles = { went_out: "x L1", pool_empty: "x L2", time_over: "decision 13", small_points: "x L3", unfinished: "x L4", unopened: "x L5" };
const scoring = (unfinished: Scoring["unfinished"]): Scoring => ({ unfinished, joker: 50, fines: [-100, -200], articles });
const line = (seat: number, place: number, small: number, verdict: object | null = null) => ({ seat, score: { place, small_points: String(small), big_points: "0" }, verdict });
const rack = (tiles: string[] | null, opened = true) => ({ rack: tiles, opened, playing: true, disqualified: false });
const over = (ending: string, seats: object[], results: object[]) => ({ ending, seats, results }) as unknown as TableView;
const unfinished = (ending: string, points = [-31, 31], opened = true) =>
  over(ending, [rack(["k5", "j"], opened), rack(["r13", "b11"])], [line(0, 2, points[0]!), line(1, 1, points[1]!)]);
const count = (unfinished: Scoring["unfinished"]) => t(unfinished === "differences" ? "ending.count_differences" : "ending.count_own_racks");

describe.each(["pl", "en"] as const)("in %s", (lang) => {
  beforeEach(() => app.speak(lang));

  test.each(["pool_empty", "time_over"])("%s: the cause, the winner and his sum, and how it is counted", (ending) => {
    const told = explained(unfinished(ending), scoring("differences"), nameOf);
    expect(told.cause).toBe(t(`ending.${ending as "pool_empty"}`, { who: "Zawodnik 1", sum: 24 }));
    expect(told.count).toContain(count("differences"));
    expect(told.articles).toEqual(ending === "pool_empty" ? ["x L2", "x L4"] : ["x L4"]);
    expect([told.sums.get(0), told.sums.get(1)].join(" ")).toMatch(/55.*24 − 55 = −31.*24/);
  });
  test("own racks: the winner takes the others' sums without his own", () => {
    const told = explained(unfinished("pool_empty", [-55, 31]), scoring("own_racks"), nameOf);
    expect(told.count).toContain(count("own_racks"));
    expect(told.sums.get(1)).toContain("55 − 24 = 31");
    expect(told.sums.get(0)).toContain("55");
  });
  test("a sum that does not come to the points is not told as if it did", () => {
    const told = explained(unfinished("pool_empty", [-40, 99]), scoring("differences"), nameOf);
    expect([told.sums.get(0), told.sums.get(1)].join()).not.toContain("=");
  });
  test("nobody is fined for not opening where nobody went out, and that is said", () => {
    const without = explained(unfinished("time_over"), scoring("differences"), nameOf);
    const told = explained(unfinished("time_over", [-31, 31], false), scoring("differences"), nameOf);
    expect(without.notFined).toBe("");
    expect(told.notFined).toContain(t("table.you"));
    expect(told.notFined).toContain("−100 / −200");
    expect(told.articles).toContain("x L5");
  });
  test("who went out: why each unopened rack costs what it costs", () => {
    const verdict = { small_points: -200, rule: "not_announced", article: "x L9", melds: [] };
    const view = over("went_out", [rack([]), rack(["k5"], false)], [line(0, 1, 200), line(1, 2, -200, verdict)]);
    const told = explained(view, scoring("differences"), nameOf);
    expect(told.cause).toBe(t("table.you_went_out"));
    expect(told.sums.get(1)).toContain(t("ending.verdict_not_announced"));
    expect(told.sums.get(1)).toContain("−200");
    expect(told.articles).toEqual(["x L1", "x L3", "x L9"]);
  });
  test("who alone was left has won", () => {
    expect(explained(unfinished("last_seat"), scoring("differences"), nameOf).cause).toContain("Zawodnik 1");
  });
  test("watchers who see no racks are told no sums", () => {
    const view = over("pool_empty", [rack(null), rack(null)], [line(0, 2, -31), line(1, 1, 31)]);
    const told = explained(view, scoring("differences"), nameOf);
    expect([told.cause, told.sums.size]).toEqual([t("ending.pool_empty_unseen", { who: "Zawodnik 1" }), 0]);
  });
  test("ears are told the cause, the winner and the own points", () => {
    const said = announced(unfinished("pool_empty"), scoring("differences"), nameOf, 0);
    for (const part of [t("table.over"), "Zawodnik 1", "−31"]) expect(said).toContain(part);
    expect(announced(unfinished("pool_empty"), scoring("differences"), nameOf, null)).not.toContain("−31");
  });
});
