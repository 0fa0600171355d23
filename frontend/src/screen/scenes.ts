// What the hall's screen shows in turn: a programme by how the tournament stands, cut into slides.
import type { Hall, PublicPage, Round, RoundTable, Title } from "../tournament/shapes";
import type { Phase } from "../tournament/times";

export type Scene = "welcome" | "names" | "tables" | "standings" | "teams" | "clock" | "final" | "titles";

/** How many things a slide holds, in columns; the fewer there are the larger they stand. */
export interface Grid {
  columns: number;
  rows: number;
}

export interface Slide {
  scene: Scene;
  page: number;
  pages: number;
}

/** The places where somebody sits, by name. */
export interface Place {
  entrant: number;
  name: string;
  table: number;
}

/** Somebody on the podium, with a title or without. */
export type Winner = Pick<Title, "title" | "text" | "place" | "entrant" | "name">;

const FINAL_TABLES = 2;
const PODIUM = 3;

/** Where people play for teams, these follow on the standings. */
export function programme(page: PublicPage, hall: Hall | null, phase: Phase): Scene[] {
  const scenes = turns(page, hall, phase);
  return page.teams?.length ? scenes.flatMap((one): Scene[] => (one === "standings" ? [one, "teams"] : [one])) : scenes;
}

function turns(page: PublicPage, hall: Hall | null, phase: Phase): Scene[] {
  const { overview, round } = page;
  if (overview.finished) return ["titles", "standings"];
  if (!round) return page.standings.length ? ["welcome", "standings"] : ["welcome"];
  // What the organiser has picked is shown like a final, and comes first.
  const picked = hall?.shown != null && round.tables.some((table) => table.table === hall.shown);
  const final = isFinal(page) || picked;
  if (phase === "break") return ["clock", "standings", "welcome"];
  if (hall?.round !== round.round) {
    // Published and not begun: everybody looks for a seat.
    if (picked) return ["final", "names", "welcome"];
    return final ? ["final", "welcome"] : ["names", "tables", "welcome"];
  }
  if (phase === "none") return final ? ["final", "standings"] : ["standings", "welcome"];
  return final ? ["final", "clock", "standings"] : ["clock", "standings", "tables", "welcome"];
}

/** The tables of the scene of the final: the one that was picked, or all of the final. */
export function finalTables(page: PublicPage, hall: Hall | null): RoundTable[] {
  const tables = page.round?.tables ?? [];
  const picked = tables.filter((table) => table.table === hall?.shown);
  return picked.length ? picked : tables.slice(0, FINAL_TABLES);
}

export function isFinal(page: PublicPage): boolean {
  const { overview, round } = page;
  const last = overview.stages.length;
  return last > 1 && round?.stage === last && round.tables.length <= FINAL_TABLES;
}

export function slides(scenes: Scene[], page: PublicPage): Slide[] {
  return scenes.flatMap((scene) => {
    const pages = Math.max(1, Math.ceil(count(scene, page) / capacity(gridOf(scene, page))));
    return Array.from({ length: pages }, (_, i) => ({ scene, page: i, pages }));
  });
}

function count(scene: Scene, page: PublicPage): number {
  if (scene === "names") return places(page.round).length;
  if (scene === "tables") return page.round?.tables.length ?? 0;
  if (scene === "standings") return page.standings.length;
  if (scene === "teams") return page.teams?.length ?? 0;
  return scene === "titles" ? winners(page).length : 1;
}

export function gridOf(scene: Scene, page: PublicPage): Grid {
  const n = count(scene, page);
  if (scene === "names") return smallest(n, [2, 9], [3, 11], [4, 12]);
  if (scene === "tables") return smallest(n, [2, 2], [3, 2], [4, 3]);
  if (scene === "standings") return smallest(n, [1, 10], [2, 12], [3, 12]);
  if (scene === "teams") return smallest(n, [1, 10], [2, 12]);
  return scene === "titles" ? smallest(n, [1, 5], [2, 6]) : { columns: 1, rows: 1 };
}

function smallest(n: number, ...grids: [number, number][]): Grid {
  const [columns, rows] = grids.find(([c, r]) => n <= c * r) ?? grids.at(-1) ?? [1, 1];
  return { columns, rows };
}

function capacity({ columns, rows }: Grid): number {
  return columns * rows;
}

/** Those with a title, and whoever else came in among the first three. */
export function winners(page: PublicPage): Winner[] {
  const titled = new Set(page.titles.map((title) => title.entrant));
  const others = page.standings.filter((row) => row.place <= PODIUM && !titled.has(row.entrant));
  return [...page.titles, ...others.map((row) => ({ ...row, title: "", text: "" }))];
}

/** What stands on one slide. */
export function part<T>(items: T[], grid: Grid, page: number): T[] {
  return items.slice(page * capacity(grid), (page + 1) * capacity(grid));
}

/** Who sits where, in the order of names. */
export function places(round: Round | null): Place[] {
  const found = (round?.tables ?? []).flatMap((table) =>
    table.seats.map((seat) => ({ ...seat, table: table.table })),
  );
  const order = new Intl.Collator("pl", { numeric: true });
  return found.sort((a, b) => order.compare(a.name, b.name));
}
