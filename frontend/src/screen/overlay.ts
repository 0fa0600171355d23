// The hall as a transparent layer for a stream: what it shows is said in the address (docs/hall.md).
export interface Wanted {
  parts: Part[];
  /** The table whose seats are shown; 0: the one that is live. */
  table: number;
  /** How many rows of the standings. */
  rows: number;
  /** Letters larger or smaller than usual. */
  scale: number;
}

const PARTS = ["clock", "table", "standings"] as const;
export type Part = (typeof PARTS)[number];
const MOST_ROWS = 20;

/** `?overlay` shows everything, `?overlay=clock,table` what is named; null: no layer is asked for. */
export function overlayOf(search: string): Wanted | null {
  const asked = new URLSearchParams(search);
  const named = asked.get("overlay");
  if (named === null) return null;
  const parts = PARTS.filter((part) => named.split(",").includes(part));
  return {
    parts: parts.length ? parts : [...PARTS],
    table: between(asked.get("table"), 0, 0, 5000),
    rows: between(asked.get("rows"), 8, 1, MOST_ROWS),
    scale: between(asked.get("scale"), 100, 50, 300) / 100,
  };
}

function between(text: string | null, otherwise: number, least: number, most: number): number {
  const said = Number(text);
  return text && Number.isFinite(said) ? Math.min(most, Math.max(least, Math.round(said))) : otherwise;
}
