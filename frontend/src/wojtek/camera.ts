// Which part of the map is seen: rectangles in the board's units, kept within the board.
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Spot {
  x: number;
  y: number;
}

/** Around every place, with a margin for names and bears. */
export function boundsOf(places: readonly Spot[], sheets: readonly Part[]): Part {
  const [xs, ys] = [places.map((one) => one.x), places.map((one) => one.y)];
  const margin = 70;
  const left = Math.min(...xs.map((x) => x - margin), ...sheets.map((one) => one.x - 10));
  const top = Math.min(...ys.map((y) => y - margin), ...sheets.map((one) => one.y - 10));
  const right = Math.max(...xs.map((x) => x + margin), ...sheets.map((one) => one.x + one.width + 10));
  const bottom = Math.max(...ys.map((y) => y + margin), ...sheets.map((one) => one.y + one.height + 10));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The smallest part of the frame's shape that holds all of `wanted`, and is at least so wide. */
export function fitted(wanted: Part, aspect: number, least = 0): Part {
  const width = Math.max(wanted.width, wanted.height * aspect, least);
  const height = width / aspect;
  return { x: wanted.x + (wanted.width - width) / 2, y: wanted.y + (wanted.height - height) / 2, width, height };
}

/** The same part moved so that it shows as little as can be beyond the board. */
export function within(part: Part, bounds: Part): Part {
  return { ...part, x: edge(part.x, part.width, bounds.x, bounds.width), y: edge(part.y, part.height, bounds.y, bounds.height) };
}

function edge(at: number, size: number, from: number, whole: number): number {
  if (size >= whole) return from + (whole - size) / 2;
  return Math.min(Math.max(at, from), from + whole - size);
}

/** Nearer or further, the given point staying where it is on the screen. */
export function zoomed(part: Part, factor: number, about: Spot, least: number, most: number): Part {
  const width = Math.min(Math.max(part.width / factor, least), most);
  const by = width / part.width;
  return { x: about.x - (about.x - part.x) * by, y: about.y - (about.y - part.y) * by, width, height: part.height * by };
}

/** A part around some places. */
export function around(places: readonly Spot[], margin: number): Part {
  const [xs, ys] = [places.map((one) => one.x), places.map((one) => one.y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}
