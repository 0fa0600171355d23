// What was meant for a turn ends with it: nothing held, chosen or open goes on into the next one.
import { untrack } from "svelte";
import type { RummikubState } from "./state.svelte";

/** Do this whenever our turn ends, also where the next of ours is told in the same breath. */
export function whenTurnEnds(table: RummikubState, act: () => void): void {
  let turn: number | null = null;
  $effect(() => {
    const now = table.editable ? table.turns : null;
    if (turn !== null && turn !== now) untrack(act);
    turn = now;
  });
}
