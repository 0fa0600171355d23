// A film of Miś Wojtek as steps: each frame tells what is new, the rest is as before.
import type { WojtekFrame, WojtekTableView } from "../lib/protocol";
import { DONE } from "./story";
import { undone, type AnyStep, type Weight } from "../replay/film";

export interface CardsStep extends AnyStep {
  frame: WojtekFrame;
  /** The table after the event. */
  view: WojtekTableView;
}

export function cardsSteps(frames: readonly WojtekFrame[]): CardsStep[] {
  let view = {} as WojtekTableView;
  return frames.map((frame) => {
    view = { ...view, ...(frame.view as Partial<WojtekTableView>) };
    return { frame, view, draft: 0, quick: weight(frame.kind) === "small" };
  });
}

/** The table as one seat saw it: the other hands are covered; null: everybody's eyes. */
export function seenBy(view: WojtekTableView, eyes: number | null): WojtekTableView {
  if (eyes === null) return view;
  return { ...view, seats: view.seats.map((seat, i) => (i === eyes ? seat : { ...seat, hand: null })) };
}

/** An event as one seat was told of it. */
export function toldTo(frame: WojtekFrame, eyes: number | null): WojtekFrame {
  if (eyes === null) return frame;
  const { cards, about, reason, ...open } = frame.data;
  if (HIDDEN.has(frame.kind) && frame.data.seat !== eyes) return { ...frame, data: { ...open, count: countOf(frame) } };
  if (frame.kind === "MisconductReported" && frame.data.seat !== eyes && about !== eyes) return { ...frame, data: {} };
  return frame;
}

function countOf(frame: WojtekFrame): number {
  return (frame.data.count as number | undefined) ?? (frame.data.cards as string[] | undefined)?.length ?? 0;
}

/** What one may want to jump to: reports, penalties, rulings, cities, the end. */
export function marks(frames: readonly WojtekFrame[]): WojtekFrame[] {
  return frames.filter((frame) => MARKS.has(frame.kind));
}

export interface Turn {
  /** What was done first in it. */
  frame: WojtekFrame;
  /** The event after which the table waited for it. */
  to: number;
  /** The table as it was then. */
  before: WojtekTableView;
}

/** The turns that still count, each with the moment before it; the latest first. */
export function turnsOf(frames: readonly WojtekFrame[]): Turn[] {
  const gone = undone(frames);
  const found: Turn[] = [];
  let [open, before] = [false, {} as WojtekTableView];
  for (const { frame, view } of cardsSteps(frames)) {
    if (BOUNDARY.has(frame.kind)) open = true;
    else if (open && DONE.has(frame.kind) && !gone.has(frame.seq)) {
      found.push({ frame, to: frame.seq - 1, before });
      open = false;
    }
    before = view;
  }
  return found.reverse();
}

/** Which lines of a log want to be seen first. */
export function weight(kind: string): Weight {
  if (DISPUTE.has(kind)) return "dispute";
  if (JUDGE.has(kind)) return "referee";
  return SMALL.has(kind) ? "small" : "play";
}

const BOUNDARY = new Set(["GameStarted", "TurnEnded", "Rewound"]);
const HIDDEN = new Set(["CardsDrawn", "CardsExchanged", "SeatFinished"]);
const DISPUTE = new Set(["MisconductReported", "ReportDecided", "RulingGiven"]);
const JUDGE = new Set(
  ("OffencePunished SeatExcluded RankingOverruled Paused Resumed TimeAdded Rewound HandInspected AccessChanged TimeCalled " +
    "JudgeCalled JudgeConfirmed").split(" "),
);
const SMALL = new Set(
  ("TableOpened DecksLaid SlotFilled DisplayCleared TravelMixed BearMixed OrderAnnounced CardsDrawn ColourAwaited " +
    "SlotEmptied TurnEnded ResultConfirmed").split(" "),
);
const MARKS = new Set(
  ("MisconductReported ReportDecided OffencePunished SeatExcluded RulingGiven HandInspected AccessChanged Paused Rewound CityTaken " +
    "TurnTimedOut TurnPassed SeatFinished LastTurnsBegan TimeCalled GameEnded RankingOverruled").split(" "),
);
