// The arrow keys walk over what one sees: along a row, and to the nearest place above or below.

export interface Stop {
  id: number;
  x: number;
  y: number;
}

const AROUND: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const SAME_ROW = 8;

/** The stop an arrow leads to from another; the same one where nothing lies that way. */
export function stepped(stops: readonly Stop[], from: number, key: string): number {
  const way = AROUND[key];
  const here = stops.find((stop) => stop.id === from) ?? stops[0];
  if (!way || !here) return from;
  return way.x ? along(stops, here, way.x) : across(stops, here, way.y);
}

/** Along the row; at its end on to the next one, as one reads. */
function along(stops: readonly Stop[], here: Stop, way: number): number {
  const read = [...stops].sort((a, b) => (Math.abs(a.y - b.y) > SAME_ROW ? a.y - b.y : a.x - b.x));
  return read[read.indexOf(here) + way]?.id ?? here.id;
}

function across(stops: readonly Stop[], here: Stop, way: number): number {
  const beyond = stops.filter((stop) => (stop.y - here.y) * way > SAME_ROW);
  const nearest = Math.min(...beyond.map((stop) => (stop.y - here.y) * way));
  const row = beyond.filter((stop) => (stop.y - here.y) * way <= nearest + SAME_ROW);
  return row.sort((a, b) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x))[0]?.id ?? here.id;
}
