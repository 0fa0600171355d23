// The two ways back from a move, as the server tells them: what is said here is what will happen there.
import { get } from "../lib/api";
import { t } from "../lib/app.svelte";
import type { OneWay, WaysBack } from "../lib/protocol";
import type { NameOf } from "../replay/film";

export type Side = "before" | "after";

/** The ways back from the moves of these events, by event. */
export async function waysFrom(table: string, events: readonly number[]): Promise<Map<number, WaysBack>> {
  const asked = [...new Set(events)].map((event) => get<WaysBack>(`/api/tables/${table}/rewind?event=${event}`));
  return new Map((await Promise.all(asked)).map((ways) => [ways.event, ways]));
}

/** Whose turns go, and how many of each. */
export function lostOn(way: OneWay, nameOf: NameOf): string {
  const times = [...new Set(way.lost)].map((seat) => [nameOf(seat), way.lost.filter((other) => other === seat).length] as const);
  const whose = times.map(([who, count]) => (count > 1 ? `${who} (${count})` : who)).join(", ");
  return way.lost.length ? t("panel.turns_lost", { count: way.lost.length, whose }) : t("panel.no_turn_lost");
}

/** What becomes of the move, who is to move then, and what is lost. */
export function effectOf(ways: WaysBack, side: Side, nameOf: NameOf): string {
  const way = ways[side];
  if (way.to === null) return way.why;
  const lost = lostOn(way, nameOf);
  if (way.turn === null) return t("panel.way_ready", { lost });
  const who = nameOf(way.turn);
  // Before the first move there is only getting ready: that is no move to stay.
  if (side === "after") return t(ways.before.turn === null ? "panel.way_start" : "panel.way_after", { who, lost });
  return t("panel.way_before", { who, lost });
}

export function sameWay(one: OneWay | undefined, other: OneWay | undefined): boolean {
  return !!one && JSON.stringify(one) === JSON.stringify(other);
}
