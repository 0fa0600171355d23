// The timetable of the day, as the organiser keeps it, and what of it comes next.
import { get } from "../lib/api";
import type { Planned, PublicPage } from "./shapes";
import type { TournamentStore } from "./store.svelte";

export type Slot = Planned["slots"][number];

export async function readPlan(event: TournamentStore): Promise<Slot[]> {
  const card = await get<{ start: string; round_minutes: number; break_minutes: number; day: unknown[] }>(event.here);
  const asked = { do: "plan", start: card.start, minutes: card.round_minutes, breaks: card.break_minutes, items: card.day };
  return (await event.question<Planned>(asked)).slots;
}

/** Counted by rounds, not by the clock on the wall: a day that runs late keeps its order. What is announced is here, not next. */
export function nextUp(slots: Slot[], page: PublicPage): Slot | null {
  if (page.overview.finished) return null;
  if (!page.round) return slots[0] ?? null;
  const rounds = slots.filter((slot) => slot.kind === "round");
  const mine = rounds[page.round.round - 1];
  return (mine && slots[slots.indexOf(mine) + 1]) ?? null;
}
