// What the hall's screen shows in turn: a programme by how the tournament stands, or what was picked, in slides.
import { bySurname } from "../lib/surnames";
import { hasResults, isPlaying } from "../tournament/party";
import { LETTERS, seatsKnown } from "../tournament/seats";
import type { Hall, PickedScene, PublicPage, RoundTable } from "../tournament/shapes";
import type { Phase } from "../tournament/times";

/** What an organiser can pick, in the order of the day. */
export const PICKED: readonly PickedScene[] = ["welcome", "rules", "call", "names", "tables", "clock", "standings", "titles"];
export type Scene = PickedScene | "teams" | "final";

export interface Slide {
  scene: Scene;
  page: number;
  pages: number;
}

/** A place where somebody sits, as a list by surname has it. */
export interface Place {
  entrant: number;
  listed: string;
  table: number;
  /** Empty until tiles were drawn, where they decide. */
  seat: string;
}

/** The rules as they are read out, part by part. */
export interface Rules {
  title: string;
  parts: { title: string; items: { text: string; where: string }[] }[];
}

/** Somebody on the podium, with a title or without. */

/** How many things a page holds at most, and in how many columns they may stand. */
const ROOM: Partial<Record<Scene, { most: number; columns: number[] }>> = {
  names: { most: 80, columns: [1, 2, 3, 4, 5] },
  tables: { most: 20, columns: [1, 2, 3, 4, 5] },
  standings: { most: 48, columns: [1, 2, 3] },
  teams: { most: 36, columns: [1, 2, 3] },
};
const FINAL_TABLES = 2;
const ITEMS_OF_RULES = 5;

/** Where people play for teams, these follow on the standings. */
export function programme(page: PublicPage, hall: Hall | null, phase: Phase): Scene[] {
  const scenes = picked(page, hall) ?? turns(page, hall, phase);
  return page.teams?.length ? scenes.flatMap((one): Scene[] => (one === "standings" ? [one, "teams"] : [one])) : scenes;
}

/** What the organiser wants to be seen, as far as there is something to see. */
function picked(page: PublicPage, hall: Hall | null): Scene[] | null {
  const scene = hall?.scene?.scene;
  if (!scene) return null;
  if (scene === "standings" && !hasResults(page)) return null;
  if (scene === "titles") return page.overview.finished ? [scene] : null;
  if (scene === "call") return page.round ? [scene, "names"] : [scene];
  if (scene === "names" || scene === "tables") return page.round ? [scene] : null;
  return [scene];
}

/** By how the day stands; before the first result a ranking would be noughts, so the tables stand in its place. */
function turns(page: PublicPage, hall: Hall | null, phase: Phase): Scene[] {
  const scenes = stages(page, hall, phase);
  if (hasResults(page)) return scenes;
  const others = scenes.filter((one) => one !== "standings");
  return page.round && others.length < scenes.length && !others.includes("tables") ? ["tables", ...others] : others;
}

function stages(page: PublicPage, hall: Hall | null, phase: Phase): Scene[] {
  const { overview, round } = page;
  if (overview.finished) return ["titles", "standings"];
  if (!round) return ["welcome", "rules", "standings"];
  // What the organiser has picked is shown like a final, and comes first.
  const one = hall?.shown != null && round.tables.some((table) => table.table === hall.shown);
  const final = isFinal(page) || one;
  if (phase === "break") return ["clock", "standings", "welcome"];
  // Every result is in, or the cut is made: nobody looks for a seat of that round any more.
  if (!round.tables.some(isPlaying)) return final ? ["final", "standings"] : ["standings", "welcome"];
  if (hall?.round !== round.round) {
    // Published and not begun: everybody looks for a seat.
    if (one) return ["final", "names", "welcome"];
    return final ? ["final", "welcome"] : ["names", "tables", "welcome"];
  }
  if (phase === "none") return final ? ["final", "standings"] : ["standings", "welcome"];
  return final ? ["final", "clock", "standings"] : ["clock", "standings", "tables", "welcome"];
}

/** What begins the programme anew though its scenes are the same: another round, or a cut. */
export function chapter({ overview, round }: PublicPage): string {
  return [overview.stage, round?.round ?? 0, overview.finished].join();
}

/** The tables of the scene of the final: the one that was picked, or all of the final. */
export function finalTables(page: PublicPage, hall: Hall | null): RoundTable[] {
  const tables = page.round?.tables ?? [];
  const shown = tables.filter((table) => table.table === hall?.shown);
  return shown.length ? shown : tables.slice(0, FINAL_TABLES);
}

export function isFinal(page: PublicPage): boolean {
  const { overview, round } = page;
  const last = overview.stages.length;
  return last > 1 && round?.stage === last && round.tables.length <= FINAL_TABLES;
}

export function slides(scenes: Scene[], page: PublicPage, rules: Rules | null = null): Slide[] {
  return scenes.flatMap((scene) => {
    const pages = scene === "rules" ? ruleSlides(rules).length : Math.max(1, Math.ceil(count(scene, page) / (ROOM[scene]?.most ?? 1)));
    return Array.from({ length: pages }, (_, i) => ({ scene, page: i, pages }));
  });
}

function count(scene: Scene, page: PublicPage): number {
  if (scene === "names") return (page.round?.tables ?? []).reduce((sum, table) => sum + table.seats.filter((seat) => !seat.mark).length, 0);
  if (scene === "tables") return page.round?.tables.length ?? 0;
  if (scene === "standings") return page.standings.length;
  return scene === "teams" ? (page.teams?.length ?? 0) : 1;
}

export function columnsOf(scene: Scene): number[] {
  return ROOM[scene]?.columns ?? [1];
}

/** What stands on one of so many pages; all are about as full. */
export function part<T>(items: T[], page: number, pages: number): T[] {
  const size = Math.ceil(items.length / pages);
  return items.slice(page * size, (page + 1) * size);
}

/** The rules, a few at a time. */
export function ruleSlides(rules: Rules | null): Rules["parts"] {
  return (rules?.parts ?? []).flatMap(({ title, items }) => {
    const pages = Math.ceil(items.length / ITEMS_OF_RULES);
    return Array.from({ length: pages }, (_, i) => ({ title, items: part(items, i, pages) }));
  });
}

/** Who sits where, by surname; who has left looks for no seat. */
export function places(page: PublicPage): Place[] {
  const found = (page.round?.tables ?? []).flatMap((table) =>
    table.seats.map((seat, i) => ({ ...seat, table: table.table, seat: seatsKnown(page, table) ? (LETTERS[i] ?? "") : "" })),
  );
  return bySurname(found.filter((one) => !one.mark));
}
