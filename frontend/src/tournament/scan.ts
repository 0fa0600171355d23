// What the QR code of a score sheet or a slip says about its paper.
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
