import { expect, test } from "vitest";
import { matching, shownRows, stageRows } from "./rows";
import type { Outlook, Standing } from "./shapes";

const row = (entrant: number, name = `Zawodnik ${entrant}`): Standing => ({
  place: entrant,
  entrant,
  name,
  big_points: "0",
  small_points: "0",
  games: 0,
  reason: "",
});
const hope = (entrant: number, outlook: Outlook) => ({ entrant, outlook, text: outlook });

test("the line runs under the last who would go on, and those who left do not count", () => {
  const outlook = { cut: 2, entrants: [hope(1, "safe"), hope(3, "live"), hope(4, "out")] };
  const shown = shownRows([1, 2, 3, 4].map((n) => row(n)), outlook);
  expect(shown.map(({ line }) => line)).toEqual([false, false, true, false]);
  expect(shown.map((one) => one.outlook?.outlook ?? null)).toEqual(["safe", null, "live", "out"]);
});

test("without a cut there is no line", () => {
  const shown = shownRows([row(1)], { cut: null, entrants: [] });
  expect(shown).toEqual([{ row: row(1), outlook: null, line: false, begins: null }]);
});

test("where a stage begins its name is due", () => {
  const rows = [2, 2, 1].map((stage, i) => ({ ...row(i + 1), stage }));
  expect(shownRows(rows, { cut: null, entrants: [] }).map(({ begins }) => begins)).toEqual([2, null, 1]);
});

test("a name is found without its accents", () => {
  const shown = shownRows([row(1, "Łucja Żak"), row(2, "Ewa")], { cut: null, entrants: [] });
  expect(matching(shown, "lucja z").map(({ row }) => row.entrant)).toEqual([1]);
  expect(matching(shown, " ").length).toBe(2);
  expect(matching(shown, "2").map(({ row }) => row.entrant)).toEqual([2]);
});

test("of a stage that is over the line runs under the last who went on, whoever gave up the place", () => {
  const shown = stageRows([1, 2, 3, 4].map((n) => row(n)), new Set([1, 3]), "dalej");
  expect(shown.map(({ line }) => line)).toEqual([false, false, true, false]);
  expect(shown.map((one) => one.outlook?.text ?? "")).toEqual(["dalej", "", "dalej", ""]);
});
