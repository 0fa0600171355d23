// Who did not come to a game, as a judge says before it begins: the phone keeps it until the result is written.
import { keepAs, keptAs } from "../lib/kept";

const place = (tournament: string, game: string) => `stolik.missed.${tournament}.${game}`;

/** `game` names round, table and game. */
export function keepMissed(tournament: string, game: string, entrants: number[]): void {
  keepAs(place(tournament, game), entrants.length ? entrants : null);
}

export function keptMissed(tournament: string, game: string): number[] {
  return keptAs<number[] | null>(place(tournament, game), null) ?? [];
}
