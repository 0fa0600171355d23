// The games there are. A new one is a folder beside these and its line here.
import { rummikub } from "./rummikub/game";
import type { Game } from "./table/game";
import { wojtek } from "./wojtek/game";

export const GAMES: Record<string, Game> = { rummikub, wojtek };

/** A game by the name the server calls it; one that is not here is an error, never another game. */
export function gameOf(name: string): Game {
  const game = GAMES[name];
  if (!game) throw new Error(`no game ${name}`);
  return game;
}
