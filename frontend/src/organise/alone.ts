// Results that stand on one player's word: nobody else has said yes to them.
import type { Game } from "../tournament/shapes";

/** Whether one player entered it and neither another one nor a referee confirmed it. */
export function standsAlone(game: Game): boolean {
  const by = game.confirmed_by ?? [];
  return game.result === "confirmed" && by.length === 1 && by[0] !== "referee";
}

/** How many games of these tables stand so. */
export function countAlone(tables: { games: Game[] }[]): number {
  return tables.flatMap((table) => table.games).filter(standsAlone).length;
}
