// Which touches of the clock are the second half of a double tap. Under a key that is gone lies the
// next one: START becomes the pause, an announcement uncovers the side that ends the move.
export const TAP_APART_MS = 500;
const SAME_PLACE_PX = 60;

interface Touch {
  x: number;
  y: number;
  at: number;
}

export class Taps {
  private last: Touch | null = null;

  /** Whether this touch is the same finger once more: it means nothing. */
  isSecond(touch: Touch): boolean {
    const before = this.last;
    this.last = touch;
    if (before === null || touch.at - before.at >= TAP_APART_MS) return false;
    return Math.hypot(touch.x - before.x, touch.y - before.y) < SAME_PLACE_PX;
  }
}
