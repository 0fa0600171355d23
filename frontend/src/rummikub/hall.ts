// A table of Rummikub on the hall's screen.
import { t } from "../lib/app.svelte";
import type { Seen } from "../table/game";
import { RummikubState } from "./state.svelte";

export { default as Play } from "./HallTable.svelte";
export const State = RummikubState;

export function seen(table: RummikubState, seat: number): Seen {
  const rack = table.view?.seats[seat];
  if (!rack) return { sign: "", held: "", notes: [] };
  const note = rack.announced ? t("table.announced") : rack.opened ? "" : t("table.not_opened");
  return { sign: "", held: t("table.tiles", { count: rack.tiles }), notes: [note] };
}
