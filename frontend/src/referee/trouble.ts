// Which table a referee walks to first.
import type { Game, Line, RoundTable } from "../tournament/shapes";

export interface Dispute {
  number: number;
  /** Who asked for it; null for who may not know. */
  seat: number | null;
  event: number;
  /** What it is about, as who looks may see it. */
  move: { kind: string; data: Record<string, unknown> };
}

/** A sheet that says something else than the one that counts. */
export interface Contradiction {
  game: number;
  /** The entrant who wrote it. */
  by: number;
  lines: Line[];
}

/** A table as the server shows it at a glance. */
export interface Glance {
  table: number;
  owing: boolean;
  contradictions: Contradiction[];
  online: string | null;
  phase: string;
  game: number;
  turn: number;
  paused: boolean;
  flagged: boolean;
  waits: boolean;
  /** How long nobody plays on, when it was told. */
  stands_ms: number | null;
  disputes: Dispute[];
  inspected: number | null;
  away: number[];
  /** Seats that more than one device looks through in the game that is played. */
  devices: { seat: number; count: number }[];
}

/** What is the matter, the most urgent first. */
export const TROUBLES = [
  "dispute",
  "asked",
  "waits",
  "devices",
  "paused",
  "contradiction",
  "to_correct",
  "away",
  "called",
  "unsure",
  "flagged",
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Tables that were called over a missing result, and tables that call for a referee themselves. */
export interface Calls {
  called: readonly number[];
  asking: readonly number[];
  /** Seats with several devices at which a referee has asked: `deviceMark`. */
  checked?: ReadonlySet<string>;
}

/** One more device at the seat, or another game, and a referee has to ask again. */
export function deviceMark(glance: Glance, one: { seat: number; count: number }): string {
  return `${glance.online}/${glance.game}/${one.seat}/${one.count}`;
}

export function unchecked(glance: Glance, checked: ReadonlySet<string> = new Set()): Glance["devices"] {
  return glance.devices.filter((one) => !checked.has(deviceMark(glance, one)));
}

export interface Watched {
  glance: Glance;
  table: RoundTable;
  troubles: Trouble[];
}

export function troublesOf(glance: Glance, table: RoundTable, { called, asking, checked }: Calls): Trouble[] {
  const contradicted = glance.contradictions.length > 0;
  const is: Record<Trouble, boolean> = {
    dispute: glance.disputes.length > 0,
    asked: asking.includes(glance.table),
    contradiction: contradicted,
    to_correct: table.games.some((game) => game.to_correct),
    waits: glance.waits,
    devices: unchecked(glance, checked).length > 0,
    paused: glance.paused,
    away: glance.away.length > 0,
    called: glance.owing && called.includes(glance.table),
    unsure: !contradicted && table.games.some((game) => game.result === "entered"),
    flagged: glance.flagged && !glance.waits,
  };
  return TROUBLES.filter((trouble) => is[trouble]);
}

/** Tables in trouble first, the worst of them on top; then the others by number. */
export function watched(
  glances: readonly Glance[],
  tables: readonly RoundTable[],
  calls: Calls,
): Watched[] {
  const all = glances.flatMap((glance) => {
    const table = tables.find((one) => one.table === glance.table);
    return table ? [{ glance, table, troubles: troublesOf(glance, table, calls) }] : [];
  });
  const rank = ({ troubles }: Watched) => (troubles[0] ? TROUBLES.indexOf(troubles[0]) : TROUBLES.length);
  return all.sort((a, b) => rank(a) - rank(b) || a.glance.table - b.glance.table);
}

export function nextGame(table: RoundTable): Game | undefined {
  return table.games.find((game) => game.result === "missing");
}
