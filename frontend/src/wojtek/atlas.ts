// The atlas under the route: which piece of the world lies in a sheet, as paths in the board's own units.
import type { WojtekMapSheet } from "../lib/protocol";
import type { Spot } from "./camera";
import type { Box } from "./labels";

/** Rows of numbers: hundredths of a degree, each point as its distance from the one before. */
export interface Land {
  rings: number[][];
  borders: number[][];
}

export interface Drawn {
  land: string;
  borders: string;
}

type Point = [number, number];
/** Left, top, right, bottom. */
type Frame = [number, number, number, number];

/** Land and borders of one sheet; what lies outside of its frame is left out or cut off by it. */
export function drawn({ rings, borders }: Land, sheet: WojtekMapSheet): Drawn {
  return {
    land: rings.map((row) => path(spots(row, sheet), sheet, true)).join(""),
    borders: borders.map((row) => path(spots(row, sheet), sheet, false)).join(""),
  };
}

/** Where a point of the world lies on the board. */
export function spot(lon: number, lat: number, sheet: WojtekMapSheet): Point {
  const narrow = Math.cos((sheet.lat / 100) * (Math.PI / 180));
  const x = sheet.x + sheet.width / 2 + (lon - sheet.lon / 100) * narrow * sheet.scale;
  const y = sheet.y + sheet.height / 2 - (lat - sheet.lat / 100) * sheet.scale;
  return [x, y];
}

function spots(row: number[], sheet: WojtekMapSheet): Point[] {
  const found: Point[] = [];
  let [lon, lat] = [0, 0];
  for (let i = 0; i + 1 < row.length; i += 2) {
    lon += row[i]!;
    lat += row[i + 1]!;
    found.push(spot(lon / 100, lat / 100, sheet));
  }
  return found;
}

function path(points: Point[], sheet: WojtekMapSheet, closed: boolean): string {
  const frame: Frame = [sheet.x, sheet.y, sheet.x + sheet.width, sheet.y + sheet.height];
  if (!touches(points, frame)) return "";
  const kept = points.filter((point, i) => !isFar(points[i - 1], point, points[i + 1], frame));
  const words = kept.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${words.join("L")}${closed ? "Z" : ""}`;
}

function touches(points: Point[], [left, top, right, bottom]: Frame): boolean {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return Math.min(...xs) < right && Math.max(...xs) > left && Math.min(...ys) < bottom && Math.max(...ys) > top;
}

/** Whether a point and both its neighbours lie beyond the same edge: without it the picture is the same. */
function isFar(before: Point | undefined, point: Point, after: Point | undefined, frame: Frame): boolean {
  if (!before || !after) return false;
  const [left, top, right, bottom] = frame;
  const all = [before, point, after];
  return (
    all.every(([x]) => x < left) || all.every(([x]) => x > right) || all.every(([, y]) => y < top) || all.every(([, y]) => y > bottom)
  );
}

/** The corner of a sheet that is furthest from everything on it. */
export function freeCorner({ x, y, width, height }: WojtekMapSheet, places: readonly Spot[]): { right: boolean; bottom: boolean } {
  const corners = [false, true].flatMap((right) => [true, false].map((bottom) => ({ right, bottom })));
  const room = corners.map(({ right, bottom }) => {
    const [left, top] = [x + width * (right ? 0.85 : 0.15), y + height * (bottom ? 0.95 : 0.05)];
    return Math.min(...places.map((one) => Math.hypot(one.x - left, one.y - top)), Infinity);
  });
  return corners[room.indexOf(Math.max(...room))]!;
}

export interface SheetTitle extends Spot {
  /** One below the other. */
  lines: string[];
  anchor: "start" | "end";
  /** The room it takes: names of places keep away from it. */
  box: Box;
}

/** A letter of a title is about so wide, of its height: slanted, and further apart than others. */
const LETTER = 0.62;

/** From one line to the next, of the height of its letters. */
export const LINE = 1.15;

/** The name of a sheet in its free corner; in two lines where it is wider than the sheet. */
export function titled(sheet: WojtekMapSheet, name: string, letters: number, places: readonly Spot[]): SheetTitle {
  const { right, bottom } = freeCorner(sheet, places);
  const x = right ? sheet.x + sheet.width - 16 : sheet.x + 16;
  const lines = width(name) > sheet.width - 32 ? halves(name) : [name];
  const more = (lines.length - 1) * letters * LINE;
  const y = bottom ? sheet.y + sheet.height - 14 - more : sheet.y + 12 + letters;
  const wide = Math.max(...lines.map(width));
  const box = { left: right ? x - wide : x, right: right ? x : x + wide, top: y - letters, bottom: y + more + letters * 0.25 };
  return { lines, x, y, anchor: right ? "end" : "start", box };

  function width(words: string): number {
    return words.length * letters * LETTER;
  }
}

/** Two lines as equal as its spaces let them be. */
function halves(name: string): string[] {
  const words = name.split(" ");
  const cuts = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  const longest = (cut: string[]) => Math.max(...cut.map((line) => line.length));
  return cuts.sort((a, b) => longest(a) - longest(b))[0] ?? [name];
}
