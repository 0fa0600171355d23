// What the QR code of a score sheet or a slip says about its paper.
import type { Overview } from "./shapes";

export interface Scan {
  slip: string;
  table: number;
  round: number;
}

/** Null: the page was not opened from such a paper. */
export function scanned(search: string): Scan | null {
  const asked = new URLSearchParams(search);
  const [slip, table, round] = [asked.get("slip") ?? "", Number(asked.get("table")), Number(asked.get("round"))];
  return slip || table > 0 ? { slip, table, round } : null;
}

/** Whether nothing is done by such a paper any more: slips have been drawn, or another round is played. */
export function isOver(scan: Scan, overview: Pick<Overview, "finished" | "rounds" | "next"> | null): boolean {
  if (!overview) return false;
  if (overview.finished) return true;
  if (scan.slip) return overview.next.next !== "draw" && overview.next.next !== "publish";
  return overview.rounds.some((one) => one.round > scan.round);
}
