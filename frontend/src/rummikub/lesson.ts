// A game that is learned: which of its turns is due. It is known by the tiles on the rack, so a reload changes nothing.
import type { TableView, Welcome } from "../lib/protocol";

/** What is said of a turn in which nothing is laid. */
export const DRAW = "draw";

interface Step {
  tiles: number;
  say: string;
}

export interface DueStep extends Step {
  /** From 1. */
  number: number;
  whole: number;
}

export function stepsOf(welcome: Welcome | null): Step[] {
  return (welcome?.rules.lesson ?? []) as Step[];
}

/** The turn the pupil is to make now; null: it is not his, or there is nothing to learn here. */
export function dueIn(welcome: Welcome | null, view: TableView | null, seat: number | null): DueStep | null {
  const steps = stepsOf(welcome);
  if (seat === null || !view || view.phase !== "playing" || view.turn !== seat) return null;
  const at = steps.findIndex((step) => step.tiles === view.seats[seat]?.tiles);
  return at < 0 ? null : { ...steps[at]!, number: at + 1, whole: steps.length };
}
