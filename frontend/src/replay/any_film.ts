// The film of either game; only that of Miś Wojtek says what it is.
import type { Film, WojtekFilm } from "../lib/protocol";

export type AnyFilm = Film | WojtekFilm;

export function isWojtek(film: AnyFilm): film is WojtekFilm {
  return "plays" in film;
}
