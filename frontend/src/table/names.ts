// What seats are called on the screens of a table.
import { t } from "../lib/app.svelte";
import type { Welcome } from "../lib/protocol";
import type { SeatTold } from "./people";

export function seatName(number: number, mine: number | null, welcome: Welcome | null): string {
  return number === mine ? t("table.you") : calledAt(welcome?.seats ?? [], number);
}

/** A name where we may read one; a bot that sits in for somebody is told as such. */
export function calledAt(seats: Record<string, unknown>[], number: number): string {
  const { name, bot } = (seats[number] ?? {}) as SeatTold;
  if (name) return bot ? t("table.bot_for", { name }) : name;
  return bot ? t("table.bot", { name: bot }) : t("table.seat", { number: number + 1 });
}
