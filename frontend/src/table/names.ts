// What seats are called on the table's screens.
import { t } from "../lib/app.svelte";
import type { Welcome } from "../lib/protocol";

export function seatName(number: number, mine: number | null, welcome: Welcome | null): string {
  if (number === mine) return t("table.you");
  const bot = welcome?.seats[number]?.bot as string | undefined;
  return bot ? t("table.bot", { name: bot }) : t("table.seat", { number: number + 1 });
}
