// A film of Rummikub as steps: what the server told frame by frame, carried on where nothing changed.
import type { Frame, SeatView } from "../lib/protocol";
import type { AnyStep } from "../replay/film";
import type { Place } from "./board";

export interface Step extends AnyStep {
  frame: Frame;
  /** How many drafts the turn has. */
  drafts: number;
  felt: Place[];
  /** What jokers stand for, by the tiles of their melds. */
  jokers: Record<string, string[]>;
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
  let jokers: Step["jokers"] = {};
  let seats: SeatView[] = [];
  let mover = frames[0]?.turn ?? 0;
  for (const frame of frames) {
    const drafts = (withDrafts ? frame.drafts : []) as unknown as Draft[];
    drafts.forEach((one, i) => {
      const step = { frame, draft: i + 1, quick: true, drafts: drafts.length, lifted: one.lifted };
      made.push({ ...step, felt: one.felt, jokers, seats, mover });
    });
    felt = (frame.felt as Place[] | null) ?? felt;
    jokers = frame.jokers ?? jokers;
    seats = frame.seats ?? seats;
    made.push({ frame, draft: 0, quick: false, drafts: drafts.length, felt, jokers, lifted: null, seats, mover });
    mover = frame.turn;
  }
  return made;
}

/** Tiles a step added to the felt. */
export function fresh(step: Step | undefined): string[] {
  if (!step || step.draft || step.frame.kind !== "TilesLaid") return [];
  return step.frame.data.laid as string[];
}
