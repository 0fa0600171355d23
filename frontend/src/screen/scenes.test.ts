import { expect, test } from "vitest";
import type { Hall, PublicPage, Round, Standing } from "../tournament/shapes";
import { finalTables, gridOf, part, places, programme, slides, winners } from "./scenes";

function tournament(entrants: number, more: { stage?: number; finished?: boolean; round?: boolean } = {}): PublicPage {
  const seat = (entrant: number) => ({ entrant, name: `Zawodnik ${entrant}` });
  const tables = Array.from({ length: entrants / 4 }, (_, i) => ({
    table: i + 1,
    seats: [1, 2, 3, 4].map((n) => seat(4 * i + n)),
    games: [],
  }));
  const round = { round: 3, stage: more.stage ?? 1, tables } as unknown as Round;
  const rows = Array.from({ length: entrants }, (_, i) => ({ entrant: i + 1, games: 1 }) as Standing);
  return {
    overview: { stages: [{}, {}], finished: more.finished ?? false },
    round: more.round === false ? null : round,
    standings: rows,
    titles: [],
  } as unknown as PublicPage;
}

const hall = (round: number) => ({ round }) as Hall;

test("while a round is published and not begun, everybody looks for a seat", () => {
  expect(programme(tournament(40), hall(2), "none")).toEqual(["names", "tables", "welcome"]);
});

test("while it is played the clock and the standings are shown", () => {
  expect(programme(tournament(40), hall(3), "running")[0]).toBe("clock");
  expect(programme(tournament(40), hall(3), "break")).toContain("standings");
});

test("the final has a scene of its own, and so have the winners", () => {
  expect(programme(tournament(4, { stage: 2 }), hall(3), "running")[0]).toBe("final");
  expect(programme(tournament(40, { stage: 2 }), hall(3), "running")).not.toContain("final");
  expect(programme(tournament(40, { finished: true }), hall(3), "none")).toEqual(["titles", "standings"]);
});

test("the podium has three places, whoever has a title", () => {
  const page = tournament(8, { finished: true });
  page.standings.forEach((row, i) => (row.place = i + 1));
  page.titles = [{ title: "champion", text: "mistrz", place: 1, entrant: 1, name: "Zawodnik 1" }];
  expect(winners(page).map(({ place, text }) => [place, text])).toEqual([
    [1, "mistrz"],
    [2, ""],
    [3, ""],
  ]);
});

test("before the first round the screen bids welcome", () => {
  expect(programme(tournament(0, { round: false }), null, "none")).toEqual(["welcome"]);
});

test.each([4, 8, 40, 100, 400])("%i entrants are all shown, each once", (entrants) => {
  const page = tournament(entrants);
  for (const scene of ["names", "tables", "standings"] as const) {
    const all = scene === "names" ? places(page.round) : scene === "tables" ? page.round!.tables : page.standings;
    const shown = slides([scene], page).flatMap((slide) => part<unknown>(all, gridOf(scene, page), slide.page));
    expect(shown).toEqual(all);
  }
});

test("names stand in the order of the alphabet, numbers in that of numbers", () => {
  expect(places(tournament(12).round).map((place) => place.entrant)).toEqual(
    Array.from({ length: 12 }, (_, i) => i + 1),
  );
});

test("a table that was picked comes first, alone, in any round", () => {
  const picked = { ...hall(3), shown: 7 } as Hall;
  const page = tournament(40);
  expect(programme(page, picked, "running")[0]).toBe("final");
  expect(programme(page, { ...picked, round: 2 }, "none")).toEqual(["final", "names", "welcome"]);
  expect(finalTables(page, picked).map((table) => table.table)).toEqual([7]);
  expect(finalTables(tournament(8, { stage: 2 }), hall(3)).map((table) => table.table)).toEqual([1, 2]);
});

test("a pick of a table that is not in the round changes nothing", () => {
  const strange = { ...hall(3), shown: 70 } as Hall;
  expect(programme(tournament(40), strange, "running")).not.toContain("final");
});
