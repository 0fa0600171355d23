import { expect, test } from "vitest";
import type { Hall, PublicPage, Round, Standing } from "../tournament/shapes";
import { finalTables, part, places, programme, ruleSlides, slides, type Rules, type Scene } from "./scenes";

function tournament(entrants: number, more: { stage?: number; finished?: boolean; round?: boolean } = {}): PublicPage {
  const seat = (entrant: number) => ({ entrant, name: `Zawodnik ${entrant}` });
  const tables = Array.from({ length: entrants / 4 }, (_, i) => ({
    table: i + 1,
    seats: [1, 2, 3, 4].map((n) => seat(4 * i + n)),
    games: [{ game: 1, result: "missing" }],
  }));
  const round = { round: 3, stage: more.stage ?? 1, tables } as unknown as Round;
  const rows = Array.from({ length: entrants }, (_, i) => ({ entrant: i + 1, games: 1 }) as Standing);
  return {
    overview: { stages: [{}, {}], finished: more.finished ?? false, seats_by_tile: false },
    round: more.round === false ? null : round,
    standings: rows,
    titles: [],
  } as unknown as PublicPage;
}

const hall = (round: number) => ({ round }) as Hall;

test("while a round is published and not begun, everybody looks for a seat", () => {
  expect(programme(tournament(40), hall(2), "none")).toEqual(["names", "tables", "welcome"]);
});

test("once every result is in the standings come, whether the clock ran or not", () => {
  const page = tournament(40);
  for (const table of page.round!.tables) table.games = [{ game: 1, result: "confirmed" }];
  expect(programme(page, hall(2), "none")).toEqual(["standings", "welcome"]);
  expect(programme(page, hall(3), "running")).toEqual(["standings", "welcome"]);
});

test("while it is played the clock and the standings are shown", () => {
  expect(programme(tournament(40), hall(3), "running")[0]).toBe("clock");
  expect(programme(tournament(40), hall(3), "break")).toContain("standings");
});

test("before the first result there is no ranking of zeros: the tables are shown", () => {
  const page = tournament(40);
  for (const row of page.standings) row.games = 0;
  for (const phase of ["none", "running", "break"] as const) {
    expect(programme(page, hall(3), phase)).not.toContain("standings");
    expect(programme(page, hall(3), phase)).toContain("tables");
  }
  expect(programme(page, { round: 3, scene: { scene: "standings" } } as Hall, "running")).toContain("tables");
  expect(programme({ ...page, round: null }, null, "none")).toEqual(["welcome", "rules"]);
});

test("the final has a scene of its own, and so have the winners", () => {
  expect(programme(tournament(4, { stage: 2 }), hall(3), "running")[0]).toBe("final");
  expect(programme(tournament(40, { stage: 2 }), hall(3), "running")).not.toContain("final");
  expect(programme(tournament(40, { finished: true }), hall(3), "none")).toEqual(["titles", "standings"]);
});

test("before the first round the screen bids welcome", () => {
  expect(programme(tournament(0, { round: false }), null, "none")).toEqual(["welcome", "rules"]);
});

test.each([4, 8, 40, 64, 100, 400])("%i entrants are all shown, each once", (entrants) => {
  const page = tournament(entrants);
  for (const scene of ["names", "tables", "standings"] as const) {
    const all = scene === "names" ? places(page) : scene === "tables" ? page.round!.tables : page.standings;
    const shown = slides([scene], page).flatMap((slide) => part<unknown>(all, slide.page, slide.pages));
    expect(shown).toEqual(all);
  }
});

test("64 people and their 16 tables stand on one page each", () => {
  const page = tournament(64);
  expect(slides(["names", "tables"], page)).toEqual([
    { scene: "names", page: 0, pages: 1 },
    { scene: "tables", page: 0, pages: 1 },
  ]);
});

test("people are listed by surname, with table and seat", () => {
  const page = tournament(4);
  page.round!.tables[0]!.seats.forEach((seat, i) => (seat.name = ["Jan Żak", "Anna Lis", "Ewa Łoś", "Zawodnik 7"][i]!));
  expect(places(page).map(({ listed, table, seat }) => [listed, table, seat])).toEqual([
    ["Lis Anna", 1, "B"],
    ["Łoś Ewa", 1, "C"],
    ["Zawodnik 7", 1, "D"],
    ["Żak Jan", 1, "A"],
  ]);
});

test("no seat is told where tiles decide and have not been drawn", () => {
  const page = tournament(8);
  page.overview.seats_by_tile = true;
  page.round!.tables[1]!.seats_drawn = true;
  expect(places(page).map((place) => place.seat).join("")).toBe("ABCD");
});

test.each([
  ["rules", ["rules"]],
  ["call", ["call", "names"]],
  ["standings", ["standings"]],
  ["titles", ["names", "tables", "welcome"]],
] as [Scene, Scene[]][])("%s, when it is picked, is what is shown, if there is something to show", (scene, shown) => {
  const told = { ...hall(2), scene: { scene, page: 0, at: 1 } } as Hall;
  expect(programme(tournament(40), told, "none")).toEqual(shown);
});

test("the rules are read out a few at a time, none left out", () => {
  const items = Array.from({ length: 11 }, (_, i) => ({ text: `Zasada ${i}`, where: "" }));
  const rules: Rules = { title: "Zasady", parts: [{ title: "Przy stole", items }, { title: "Ruch", items: items.slice(0, 2) }] };
  const found = ruleSlides(rules);
  expect(found.map((slide) => slide.items.length)).toEqual([4, 4, 3, 2]);
  expect(slides(["rules"], tournament(4), rules)).toHaveLength(4);
  expect(slides(["rules"], tournament(4))).toEqual([]);
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
