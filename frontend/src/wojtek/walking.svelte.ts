// Where the bears are drawn: each walks from field to field to where the table says it stands.
import { prefersReducedMotion, Tween } from "svelte/motion";
import type { Spot } from "./camera";

/** A step takes so long, a whole walk at most so much. */
const STEP_MS = 130;
const MOST_MS = 1300;

export class Walker {
  readonly at: Tween<Spot>;
  private position: number;
  private walk = 0;

  constructor(spot: Spot, position: number) {
    this.at = new Tween(spot, { duration: 0 });
    this.position = position;
  }

  /** Go to a position over every field in between; a jump back, or no motion wanted, is no walk. */
  async go(position: number, spotAt: (position: number) => Spot): Promise<void> {
    const from = this.position;
    this.position = position;
    const turn = ++this.walk;
    const steps = stepsBetween(from, position);
    if (prefersReducedMotion.current || !steps.length) {
      await this.at.set(spotAt(position), { duration: 0 });
      return;
    }
    const each = Math.min(STEP_MS, MOST_MS / steps.length);
    for (const step of steps) {
      if (turn !== this.walk) return;
      await this.at.set(spotAt(step), { duration: each });
    }
  }
}

/** The fields a bear comes through, the last one included; none when it does not go forward. */
export function stepsBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i + 1);
}
