// A game that is learned: which turn is due, and what of the table is open for it. The table itself is real.
import type { BoardShown, WojtekStep, WojtekTableView } from "../lib/protocol";
import type { Command } from "../table/line";

export interface Due {
  step: WojtekStep;
  /** From 1. */
  number: number;
  /** Three cards were laid and the colour is to be named. */
  naming: boolean;
}

/** The page of rules, which says what a pair is on this board. */
export const rulesOf = (board: BoardShown | null): string => `/rules/wojtek${board ? `?pair=${board.specials}` : ""}`;

/** The turn the pupil is to make now; null: it is not his, or there is nothing to learn here. */
export function dueOf(board: BoardShown | null, view: WojtekTableView | null, seat: number | null): Due | null {
  if (!board?.lesson.length || !view || view.phase !== "playing" || view.turn !== seat) return null;
  const turn = Math.floor(view.turns / view.seats.length);
  const step = board.lesson[turn];
  return step ? { step, number: turn + 1, naming: view.waiting === "colour" } : null;
}

/** Whether a move is the one that is to be learned. */
export function isDue({ step, naming }: Due, command: Command): boolean {
  if (step.t === "three") return naming && command.t === "colour" && command.colour === step.colour;
  if (command.t !== step.t) return false;
  return command.t === "move" ? command.colour === step.colour : command.t === "rainbow" && command.to === step.to;
}

/** The cards of the hand that are to be picked for it, by their places. */
export function dueCards({ step }: Due, hand: readonly string[]): number[] {
  const wanted = step.t === "rainbow" ? ["*"] : step.t === "move" ? [step.colour] : [...step.cards];
  return hand.flatMap((card, at) => {
    const found = wanted.indexOf(card);
    if (found < 0) return [];
    wanted.splice(found, 1);
    return [at];
  });
}
