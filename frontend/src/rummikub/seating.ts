// Where people sit around the table as one of them sees it: who plays next sits to the left.
export type Side = "me" | "left" | "top" | "right";

const AROUND: Record<number, Side[]> = { 2: ["me", "top"], 3: ["me", "left", "right"] };

/** `circle` are the seats clockwise: drawn tiles may have put them in another order than they are counted. */
export function sideOf(seat: number, me: number | null, circle: readonly number[]): Side {
  const seats = circle.length;
  const from = (circle.indexOf(seat) - circle.indexOf(me ?? 0) + seats) % seats;
  const around = AROUND[seats];
  if (around) return around[from]!;
  if (from === 0) return "me";
  if (from === 1) return "left";
  return from === seats - 1 ? "right" : "top";
}
