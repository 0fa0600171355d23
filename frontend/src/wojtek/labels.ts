// Which names fit on the map: large enough to read, none over another, the important ones first.
import type { Spot } from "./camera";

export interface Named extends Spot {
  id: string;
  /** Empty: it only needs its room. */
  name: string;
  /** How far around its middle a place reaches. */
  radius: number;
  /** The higher, the earlier it gets its room. */
  weight: number;
}

export interface Label extends Spot {
  id: string;
  name: string;
  /** The side of the place it stands on, as SVG anchors text. */
  anchor: "start" | "middle" | "end";
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A letter is about so wide, of its height. */
const LETTER = 0.6;

const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Where each name goes at this size of letters, around what is written already; one without room in sight is left out. */
export function labels(places: readonly Named[], size: number, written: readonly Box[] = [], seen = EVERYWHERE): Label[] {
  const taken: Box[] = [...written, ...places.map((one) => round(one))];
  const found: Label[] = [];
  for (const place of places.filter((one) => one.name).sort((a, b) => b.weight - a.weight)) {
    const own = round(place);
    const fits = sides(place, size).find(([, box]) => inside(box, seen) && !taken.some((other) => !same(other, own) && overlap(box, other)));
    if (!fits) continue;
    found.push(fits[0]);
    taken.push(fits[1]);
  }
  return found;
}

/** Below, above, right, left. */
function sides({ id, name, x, y, radius }: Named, size: number): [Label, Box][] {
  const wide = name.length * size * LETTER;
  const gap = radius + size * 0.25;
  const middle = { left: x - wide / 2, right: x + wide / 2 };
  return [
    [{ id, name, x, y: y + gap + size * 0.8, anchor: "middle" }, { ...middle, top: y + gap, bottom: y + gap + size }],
    [{ id, name, x, y: y - gap - size * 0.15, anchor: "middle" }, { ...middle, top: y - gap - size, bottom: y - gap }],
    [{ id, name, x: x + gap, y: y + size * 0.35, anchor: "start" }, { left: x + gap, right: x + gap + wide, top: y - size / 2, bottom: y + size / 2 }],
    [{ id, name, x: x - gap, y: y + size * 0.35, anchor: "end" }, { left: x - gap - wide, right: x - gap, top: y - size / 2, bottom: y + size / 2 }],
  ];
}

function round({ x, y, radius }: Named): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
}

function same(one: Box, other: Box): boolean {
  return one.left === other.left && one.top === other.top && one.right === other.right;
}

/** Whether all of a box is in sight. */
export function inside(box: Box, seen: Box): boolean {
  return box.left >= seen.left && box.right <= seen.right && box.top >= seen.top && box.bottom <= seen.bottom;
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
