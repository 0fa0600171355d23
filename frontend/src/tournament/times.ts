// How the hall stands at this moment, counted on from what the socket last told.
import type { Hall, PublicPage } from "./shapes";

export type Phase = "none" | "running" | "last_moves" | "paused" | "break";

export interface RoundTime {
  phase: Phase;
  /** What is left, counted down by this device; null where nothing counts. */
  left_ms: number | null;
}

/** `passed` is how long ago the hall was told, by a monotonic clock; `page` knows what is over. */
export function roundTime(hall: Hall | null, passed: number, page: PublicPage | null = null): RoundTime {
  if (!hall) return { phase: "none", left_ms: null };
  if (hall.paused) return { phase: "paused", left_ms: hall.round === hall.paused ? hall.left_ms : null };
  const pause = hall.break_ms === null ? 0 : hall.break_ms - passed;
  if (pause > 0) return { phase: "break", left_ms: pause };
  if (!hall.round) return { phase: "none", left_ms: null };
  if (isOver(hall.round, page) || isOther(hall.round, page)) return { phase: "none", left_ms: null };
  if (hall.time_called) return { phase: "last_moves", left_ms: null };
  const left = (hall.left_ms ?? 0) - (hall.running ? passed : 0);
  return { phase: "running", left_ms: Math.max(0, left) };
}

/** A round whose results are all there needs no time, whatever its clock says. */
function isOver(round: number, page: PublicPage | null): boolean {
  if (!page) return false;
  return page.overview.finished || (page.round?.round === round && page.round.missing === 0);
}

/** The time of a round that is not on show any more: the next one is published, and nobody's time runs. */
function isOther(round: number, page: PublicPage | null): boolean {
  return page?.round != null && round < page.round.round;
}

/** 5:07, or 1:05:07 from an hour on; a started second counts. */
export function clockFace(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
