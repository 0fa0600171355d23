// One finger or the mouse moves the map, two fingers or the wheel bring it nearer.
interface Acts {
  moved: (dx: number, dy: number) => void;
  /** About a point of the frame. */
  pinched: (factor: number, x: number, y: number) => void;
}

/** A hand is never quite still. */
const SLACK = 6;

export class Drag {
  /** Whether the last touch moved nothing: then it was a tap. */
  still = true;
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private began = { x: 0, y: 0 };

  constructor(private readonly acts: Acts) {}

  down(event: PointerEvent): void {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) return;
    this.still = true;
    this.began = { x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.still && this.fingers.size === 1 && Math.hypot(now.x - this.began.x, now.y - this.began.y) < SLACK) return;
    if (this.still) (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.still = false;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    if (!other) return this.acts.moved(now.x - before.x, now.y - before.y);
    const apart = Math.hypot(now.x - other.x, now.y - other.y);
    this.pinch(apart / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)), (now.x + other.x) / 2, (now.y + other.y) / 2, event);
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
  }

  wheel(event: WheelEvent): void {
    this.pinch(Math.exp(-event.deltaY / 400), event.clientX, event.clientY, event);
  }

  private pinch(factor: number, x: number, y: number, event: Event): void {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    this.acts.pinched(factor, x - box.left, y - box.top);
  }
}
