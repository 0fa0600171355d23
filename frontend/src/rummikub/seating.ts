// Where people sit around the table as one of them sees it: who plays next sits to the left.
export type Side = "me" | "left" | "top" | "right";

const AROUND: Record<number, Side[]> = { 2: ["me", "top"], 3: ["me", "left", "right"] };

export function sideOf(seat: number, me: number | null, seats: number): Side {
  const from = (seat - (me ?? 0) + seats) % seats;
  const around = AROUND[seats];
  if (around) return around[from]!;
  if (from === 0) return "me";
  if (from === 1) return "left";
  return from === seats - 1 ? "right" : "top";
}
