// Standings as a screen shows them: whose outlook is what, and where the line of the cut runs.
import type { Outlook, PublicPage, Standing } from "./shapes";

export interface ShownRow {
  row: Standing;
  outlook: { outlook: Outlook; text: string } | null;
  /** Whether the line of the cut is drawn under this row. */
  line: boolean;
  /** The stage whose part of the standings begins with this row. */
  begins: number | null;
}

export const SIGNS: Record<Outlook, string> = { safe: "✓", live: "●", out: "–" };

export function shownRows(rows: Standing[], outlook: PublicPage["outlook"]): ShownRow[] {
  const known = new Map(outlook.entrants.map((one) => [one.entrant, one]));
  let eligible = 0;
  return rows.map((row, i) => {
    const found = known.get(row.entrant) ?? null;
    // Who has left keeps a row and takes no place in the next stage.
    if (found) eligible += 1;
    const begins = row.stage !== undefined && row.stage !== rows[i - 1]?.stage ? row.stage : null;
    return { row, outlook: found, line: found !== null && eligible === outlook.cut, begins };
  });
}

/** A stage that is over: the line runs under the last of those who went on. */
export function stageRows(rows: Standing[], through: Set<number>, text: string): ShownRow[] {
  const last = rows.map((row) => through.has(row.entrant)).lastIndexOf(true);
  return rows.map((row, i) => ({ row, outlook: through.has(row.entrant) ? { outlook: "safe", text } : null, line: i === last, begins: null }));
}

/** Rows whose name or number holds the words, whatever the accents. */
export function matching(rows: ShownRow[], words: string): ShownRow[] {
  const wanted = plain(words.trim());
  return wanted ? rows.filter(({ row }) => plain(`${row.name} ${row.entrant}`).includes(wanted)) : rows;
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/ł/g, "l").replace(/Ł/g, "L").toLowerCase();
}

export const NO_PLACE = "–";

/** A place; who was put out has none, and where places alone give points who has not played (L101). */
export function placeOf(row: Standing, byPlace: boolean): string {
  return row.place === null || (byPlace && !row.games && !row.byes) ? NO_PLACE : String(row.place);
}
