// What the people of a film are called.
import { post } from "../lib/api";
import { t } from "../lib/app.svelte";
import type { Film, WojtekFilm } from "../lib/protocol";
import type { Overview } from "../tournament/shapes";

export type Names = ReadonlyMap<number, string>;

/** Names of entrants; none where the table belongs to no tournament or is not ours to follow. */
export async function entrantNames(tournament: string): Promise<Names> {
  if (!tournament || tournament === "practice") return new Map();
  const asked = post<Overview>(`/api/tournaments/${tournament}`, { do: "overview" });
  const told = await asked.catch(() => null);
  return new Map(told?.entrants.map((one) => [one.entrant, one.name]));
}

/** The film of either game; only that of Miś Wojtek says what it is. */
export type AnyFilm = Film | WojtekFilm;

export function isWojtek(film: AnyFilm): film is WojtekFilm {
  return "plays" in film;
}

export function nameAt(seats: Film["seats"], names: Names, seat: number): string {
  const one = seats[seat] as { entrant?: number | null; bot?: string } | undefined;
  const known = one?.entrant ? names.get(one.entrant) : undefined;
  if (known) return known;
  return one?.bot ? t("table.bot", { name: one.bot }) : t("table.seat", { number: seat + 1 });
}
