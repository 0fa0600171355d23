// What the films of all games have: frames as steps, where turns begin, what was taken back.
import type { Frame } from "../lib/protocol";

/** What the player and the log of any game know of a frame. */
export type AnyFrame = Pick<Frame, "seq" | "kind" | "at" | "data">;

export interface AnyStep {
  /** The event this step shows, or leads up to if it is a draft. */
  frame: AnyFrame;
  /** Which draft of the turn, from 1; 0: the event itself. */
  draft: number;
  /** Shown only for a moment when the film runs by itself. */
  quick: boolean;
}

// A rewind undoes what was played: who had a look has had it, and what a referee wrote down stands (`_NEVER_UNDONE` of both cores).
const NEVER_UNDONE = new Set(
  ("AccessChanged Challenged RulingGiven WarningGiven SeatDisqualified " +
    "MisconductReported ReportDecided OffencePunished SeatExcluded RankingOverruled").split(" "),
);

/** The numbers of events a referee took back; a rewind can itself be rewound. */
export function undone(frames: readonly AnyFrame[]): Set<number> {
  const gone = new Set<number>();
  for (const frame of frames) {
    if (frame.kind !== "Rewound") continue;
    const to = frame.data.to as number;
    for (const other of frames) {
      if (other.seq > to && other.seq < frame.seq && !NEVER_UNDONE.has(other.kind)) gone.add(other.seq);
    }
  }
  return gone;
}

/** The step where an event is shown, or the last before it if that one is left out. */
export function stepOf(all: readonly AnyStep[], seq: number): number {
  return all.reduce((found, step, i) => (step.draft === 0 && step.frame.seq <= seq ? i : found), 0);
}

/** What one seat did, between the beginning and the end of the game; null: everything. */
export function ofSeat<S extends AnyStep>(all: readonly S[], seat: number | null): S[] {
  return all.filter(({ frame }) => seat === null || frame.data.seat === seat || FRAME.has(frame.kind));
}

/** `?game=2&event=41&study=1`: what whoever was sent a link comes to see. */
export function wantedOf(search: string): { game: number; event: number; study: boolean } {
  const given = new URLSearchParams(search);
  return { game: Number(given.get("game")) || 1, event: Number(given.get("event")) || 0, study: given.has("study") };
}

export function addressOf(game: number, event: number, study: boolean): string {
  return `?game=${game}&event=${event}${study ? "&study=1" : ""}`;
}

const FRAME = new Set(["GameStarted", "GameEnded"]);

const ENDS_TURN = new Set(["TurnEnded", "GameStarted", "GameEnded"]);

/** The first step of the next turn, or of the one before. */
export function turnFrom(all: readonly AnyStep[], at: number, way: 1 | -1): number {
  for (let i = at + way; i > 0 && i < all.length; i += way) {
    const step = all[i];
    if (step && step.draft === 0 && ENDS_TURN.has(step.frame.kind)) return i;
  }
  return way > 0 ? Math.max(0, all.length - 1) : 0;
}

export type NameOf = (seat: number) => string;

/** How much a line of the log wants to be seen. */
export type Weight = "referee" | "dispute" | "play" | "small";
