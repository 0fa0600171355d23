// What was decided on a report, in the words of the game's document.
import { gameOf } from "../games";
import { t } from "../lib/app.svelte";
import type { TournamentStore } from "./store.svelte";

export type Decision = "rejected" | "warning" | "disqualification";

export function decisionTold(event: TournamentStore, decision: Decision): string {
  const game = event.overview?.format.game;
  return decision === "warning" && game ? t(gameOf(game).warning) : t(`penalties.report_${decision}`);
}
