// Where trays stand on the felt and tiles on the rack's shelves: the largest that all fit in sight.
// What stands keeps its row and its size as long as there is room: nothing known jumps.

export interface Box {
  width: number;
  height: number;
}

export interface Spot extends Box {
  x: number;
  y: number;
}

/** The felt at one moment. */
export interface Flow {
  box: Box;
  /** How far a tray reaches beyond its tiles. */
  frame: number;
  /** How wide a tile is. */
  size: number;
  /** How many trays stand in each row. */
  rows: number[];
  trays: Spot[];
  /** Where a new meld would stand. */
  free: Spot;
}

/** The rack at one moment. */
export interface Shelves {
  box: Box;
  size: number;
  perShelf: number;
  shelves: number;
  height: number;
}

export const RATIO = 1.36;
/** Where there is little room everything stands closer. */
const ROOMY = { frame: 4, x: 12, y: 13 };
const TIGHT = { frame: 2, x: 6, y: 6 };
const LITTLE = 500 * 480;
/** What a meld is worth stands on its upper edge: the first row leaves room for that. */
const ABOVE = 11;
const FREE_TILES = 3;
const LARGEST = 52;
const SMALLEST = 12;
const KEEPS = 0.82;

type Space = typeof ROOMY;

/** Trays of so many tiles in a box, with room for one more meld. */
export function flow(lengths: readonly number[], box: Box, before: Flow | null = null): Flow {
  const all = [...lengths, FREE_TILES];
  const space = box.width * box.height < LITTLE ? TIGHT : ROOMY;
  const best = largest(all, box, space);
  const stays = before && sameBox(before.box, box) && before.size >= best * KEEPS;
  const kept = stays ? keptRows(all, before, box, space) : null;
  return kept ? placed(all, kept, before!.size, box, space) : placed(all, rowsOf(all, best, box.width, space), best, box, space);
}

function sameBox(one: Box, other: Box): boolean {
  return one.width === other.width && one.height === other.height;
}

function largest(lengths: readonly number[], box: Box, space: Space): number {
  for (let size = LARGEST; size > SMALLEST; size -= 0.5) if (fits(lengths, size, box, space)) return size;
  return SMALLEST;
}

function fits(lengths: readonly number[], size: number, box: Box, space: Space): boolean {
  const longest = Math.max(...lengths) * size + 2 * space.frame;
  return longest <= box.width && heightOf(rowsOf(lengths, size, box.width, space).length, size, space) <= box.height;
}

function rowsOf(lengths: readonly number[], size: number, width: number, space: Space): number[] {
  const rows: number[] = [];
  let used = Infinity;
  for (const length of lengths) {
    const wide = length * size + 2 * space.frame;
    if (used + space.x + wide > width) {
      rows.push(0);
      used = -space.x;
    }
    rows[rows.length - 1]!++;
    used += space.x + wide;
  }
  return rows;
}

/** The rows as they were, with what is new at the end; null if that does not fit. */
function keptRows(lengths: readonly number[], before: Flow, box: Box, space: Space): number[] | null {
  const rows: number[] = [];
  let at = 0;
  for (const wanted of before.rows) {
    const count = Math.min(wanted, lengths.length - at);
    if (count <= 0) break;
    if (rowsOf(lengths.slice(at, at + count), before.size, box.width, space).length > 1) return null;
    rows.push(count);
    at += count;
  }
  const last = rows.pop() ?? 0;
  rows.push(...rowsOf(lengths.slice(at - last), before.size, box.width, space));
  const longest = Math.max(...lengths) * before.size + 2 * space.frame;
  return longest <= box.width && heightOf(rows.length, before.size, space) <= box.height ? rows : null;
}

function heightOf(rows: number, size: number, space: Space): number {
  return ABOVE + rows * (size * RATIO + 2 * space.frame + space.y);
}

function placed(lengths: readonly number[], rows: number[], size: number, box: Box, space: Space): Flow {
  const high = size * RATIO + 2 * space.frame;
  const spots: Spot[] = [];
  let at = 0;
  for (const [row, count] of rows.entries()) {
    const widths = lengths.slice(at, at + count).map((length) => length * size + 2 * space.frame);
    const whole = widths.reduce((sum, width) => sum + width, space.x * (count - 1));
    let x = Math.max(0, (box.width - whole) / 2);
    // The free place at the end is seen only with a tile in hand: what lies stands in the middle without it.
    const shown = whole - widths.at(-1)! - space.x;
    if (at + count === lengths.length && count > 1) x = Math.min((box.width - shown) / 2, box.width - whole);
    for (const width of widths) {
      spots.push({ x, y: ABOVE + row * (high + space.y), width, height: high });
      x += width + space.x;
    }
    at += count;
  }
  return { box, frame: space.frame, size, rows, trays: spots.slice(0, -1), free: spots.at(-1)! };
}

/** A rack of one shelf is as long as its tiles want, by steps: it is not made anew for each tile. */
const RACK_STEP = 6;
const RACK = { widest: 56, narrowest: 28, margin: 6, gap: 3, lip: 10, share: 0.42 };

/** The rack's shelves: tiles that can be touched, on as many shelves as leave the felt its room. */
export function shelvesFor(tiles: number, box: Box, before: Shelves | null = null): Shelves {
  const most = box.width > box.height ? 2 : 3;
  const best = rackSize(tiles, box, most);
  const stays = before && sameBox(before.box, box) && before.size >= best - 6 && tiles <= before.perShelf * before.shelves;
  if (stays) return before;
  const fitted = fitting(box.width, best);
  const shelves = Math.max(Math.ceil(Math.max(tiles, 14) / fitted), 1);
  const wanted = RACK_STEP * Math.ceil((Math.max(tiles, 14) + 2) / RACK_STEP);
  const perShelf = shelves === 1 ? Math.min(fitted, wanted) : fitted;
  return { box, size: best, perShelf, shelves, height: shelves * shelf(best) + RACK.lip };
}

function rackSize(tiles: number, box: Box, most: number): number {
  for (let size = RACK.widest; size > RACK.narrowest; size--) {
    const shelves = Math.ceil(Math.max(tiles, 14) / fitting(box.width, size));
    if (shelves <= most && shelves * shelf(size) + RACK.lip <= box.height * RACK.share) return size;
  }
  return RACK.narrowest;
}

function fitting(width: number, size: number): number {
  return Math.max(1, Math.floor((width - 2 * RACK.margin + RACK.gap) / (size + RACK.gap)));
}

function shelf(size: number): number {
  return size * RATIO + 10;
}

/** From a slot of the rack to the stage, and back; a row stands in the middle of its shelf. */
export function slotSpot(rack: Shelves, slot: number, width: number, top: number): Spot {
  const left = leftOf(rack, width);
  return {
    x: left + (slot % rack.perShelf) * (rack.size + RACK.gap),
    y: top + 7 + Math.floor(slot / rack.perShelf) * shelf(rack.size),
    width: rack.size,
    height: rack.size * RATIO,
  };
}

export function slotAt(rack: Shelves, at: { x: number; y: number }, width: number, top: number): number {
  const row = Math.min(rack.shelves - 1, Math.max(0, Math.floor((at.y - top - 7) / shelf(rack.size))));
  const column = Math.round((at.x - leftOf(rack, width)) / (rack.size + RACK.gap) - 0.5);
  return row * rack.perShelf + Math.min(rack.perShelf, Math.max(0, column));
}

function leftOf(rack: Shelves, width: number): number {
  return (width - rack.perShelf * (rack.size + RACK.gap) + RACK.gap) / 2;
}

/** How wide the rack is, from foot to foot. */
export function rackWidth(rack: Shelves): number {
  return rack.perShelf * (rack.size + RACK.gap) - RACK.gap + 2 * RACK.margin;
}

export const MOST_ZOOM = 2.4;

/** The felt drawn larger than fits: everything on it grows alike. */
export function zoomed(felt: Flow, zoom: number): Flow {
  if (zoom === 1) return felt;
  const grown = ({ x, y, width, height }: Spot): Spot => ({ x: x * zoom, y: y * zoom, width: width * zoom, height: height * zoom });
  return { ...felt, frame: felt.frame * zoom, size: felt.size * zoom, trays: felt.trays.map(grown), free: grown(felt.free) };
}

/** How far a felt of this zoom can be pushed in its box: nothing beyond its edges. */
export function pushed(box: Box, zoom: number, pan: { x: number; y: number }): { x: number; y: number } {
  const within = (value: number, room: number) => Math.min(0, Math.max(room * (1 - zoom), value));
  return { x: within(pan.x, box.width), y: within(pan.y, box.height) };
}
