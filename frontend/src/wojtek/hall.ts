// A table of Miś Wojtek on the hall's screen.
import { t } from "../lib/app.svelte";
import type { Seen } from "../table/game";
import type { SeatTold } from "../table/people";
import { LETTERS } from "../tournament/seats";
import { WojtekState } from "./state.svelte";

export { default as Play } from "./HallTable.svelte";
export const State = WojtekState;

export function seen(table: WojtekState, seat: number): Seen {
  const bear = table.view?.seats[seat];
  if (!bear) return { sign: "", held: "", notes: [] };
  const { team = "" } = (table.welcome?.seats[seat] ?? {}) as SeatTold;
  const notes = [team, bear.excluded ? t("wojtek.excluded") : bear.cities.join(", ")];
  return { sign: LETTERS[seat] ?? "", held: t("hall.bear_cards", { count: bear.cards.length }), notes };
}
