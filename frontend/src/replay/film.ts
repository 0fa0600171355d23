// A film of a game as steps: what the server told frame by frame, carried on where nothing changed.
import type { Frame, SeatView } from "../lib/protocol";
import type { Place } from "../table/board";

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

export interface Step extends AnyStep {
  frame: Frame;
  /** How many drafts the turn has. */
  drafts: number;
  felt: Place[];
  /** The table's tile in the player's hand. */
  lifted: string | null;
  seats: SeatView[];
  /** Whose turn it was when this happened. */
  mover: number;
}

interface Draft {
  at: number;
  felt: Place[];
  lifted: string | null;
}

/** Every event as a step and, if wanted, the drafts before those that end a turn. */
export function steps(frames: readonly Frame[], withDrafts: boolean): Step[] {
  const made: Step[] = [];
  let felt: Place[] = [];
  let seats: SeatView[] = [];
  let mover = frames[0]?.turn ?? 0;
  for (const frame of frames) {
    const drafts = (withDrafts ? frame.drafts : []) as unknown as Draft[];
    drafts.forEach((one, i) => {
      const step = { frame, draft: i + 1, quick: true, drafts: drafts.length, lifted: one.lifted };
      made.push({ ...step, felt: one.felt, seats, mover });
    });
    felt = (frame.felt as Place[] | null) ?? felt;
    seats = frame.seats ?? seats;
    made.push({ frame, draft: 0, quick: false, drafts: drafts.length, felt, lifted: null, seats, mover });
    mover = frame.turn;
  }
  return made;
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

/** Tiles a step added to the felt. */
export function fresh(step: Step | undefined): string[] {
  if (!step || step.draft || step.frame.kind !== "TilesLaid") return [];
  return step.frame.data.laid as string[];
}
