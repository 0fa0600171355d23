// Who is part of a game that has no result yet: the server says who has left before it.
import type { Game, PublicPage, RoundTable } from "./shapes";

/** Left before the game: no result is taken with that seat. */
export const hasLeft = (game: Game, entrant: number): boolean =>
  game.result === "missing" && (game.absent ?? []).includes(entrant);

/** Whether a game waits for a result; one left alone at a table plays none. */
export function isMissing(table: Pick<RoundTable, "seats">, game: Game): boolean {
  return game.result === "missing" && table.seats.filter((seat) => !hasLeft(game, seat.entrant)).length > 1;
}

/** Whether a table owes a result. */
export const isPlaying = (table: RoundTable): boolean => table.games.some((game) => isMissing(table, game));

/** Which result of a game is on show: 0 before there is one, one more with each correction. */
export const versionOf = (game: Game): number => (game.result === "missing" ? 0 : game.version ?? 1);

/** Whether anybody has played a game: before that, places say nothing. */
export const hasResults = (page: Pick<PublicPage, "standings">): boolean => page.standings.some((row) => row.games > 0);
