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

/** The numbers of events a referee took back; a rewind can itself be rewound. */
export function undone(frames: readonly AnyFrame[]): Set<number> {
  const gone = new Set<number>();
  for (const frame of frames) {
    if (frame.kind !== "Rewound") continue;
    const to = frame.data.to as number;
    for (const other of frames) {
      // Who had a look has had it: a rewind undoes what was played.
      if (other.seq > to && other.seq < frame.seq && other.kind !== "AccessChanged") gone.add(other.seq);
    }
  }
  return gone;
}

/** The step where an event is shown. */
export function stepOf(all: readonly AnyStep[], seq: number): number {
  const at = all.findIndex((step) => step.frame.seq === seq && step.draft === 0);
  return at < 0 ? 0 : at;
}

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
