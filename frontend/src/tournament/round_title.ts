// What a round is called: its number, and its stage where that says more.
import { t } from "../lib/app.svelte";

export function roundTitle({ round, title }: { round: number; title: string }): string {
  return /^(Rund|Round)/.test(title) ? t("control.round", { round }) : t("round.title", { round, title });
}
