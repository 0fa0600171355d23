// Who went up or down since the last round that was over.
import type { Round, Standing } from "../tournament/shapes";

/** The round whose standings are compared with: the one before the results on show; 0: none. */
export function roundBefore(round: Round | null): number {
  if (!round) return 0;
  const begun = round.tables.some((table) => table.games.some((game) => game.result !== "missing"));
  return Math.max(0, round.round - (begun ? 1 : 2));
}

/** By how many places, up as a positive number; nobody before there is something to compare with. */
export function moves(earlier: Standing[], now: Standing[]): Map<number, number> {
  const was = new Map(earlier.map((row) => [row.entrant, row.place]));
  return new Map(now.flatMap((row) => {
    const before = was.get(row.entrant) ?? null;
    return before === null || row.place === null ? [] : [[row.entrant, before - row.place] as const];
  }));
}
