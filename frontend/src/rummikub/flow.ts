// Where trays stand on the felt and tiles on the rack's shelves: the largest that all fit in sight.

export interface Box {
  width: number;
  height: number;
}

export interface Spot extends Box {
  x: number;
  y: number;
}

/** A tray in its row. */
export interface Standing extends Spot {
  row: number;
}

/** The felt at one moment. */
export interface Flow {
  box: Box;
  /** The pieces of each tray. */
  ids: readonly (readonly number[])[];
  /** How far a tray reaches beyond its tiles. */
  frame: number;
  /** How wide a tile is. */
  size: number;
  trays: Standing[];
  /** Where a new meld would stand. */
  free: Standing;
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
/** Tiles this wide are large enough: room for what comes is worth more than larger ones. */
const LARGE = 34;
const SPARE_MELDS = 2;

export type Space = typeof ROOMY;

/** A tray that is to stand in a row, from left to right. */
export interface Rowed {
  row: number;
  x: number;
  width: number;
}

/** Trays in a box, with room for one more meld; of this size, or as large as they can be. */
export function flow(trays: readonly (readonly number[])[], box: Box, size = largest(trays, box)): Flow {
  const space = spaceOf(box);
  const wide = widths(trays, size, space);
  const loose = fits(trays, size, box, size) ? size : 0;
  return standing(trays, spread(rowsOf(wide, size, box.width, space, loose), size - loose, box.width), size, box);
}

export function spaceOf(box: Box): Space {
  return box.width * box.height < LITTLE ? TIGHT : ROOMY;
}

/** How wide the trays are, and last the room for one more meld. */
export function widths(trays: readonly (readonly number[])[], size: number, space: Space): number[] {
  return [...trays.map((ids) => ids.length), FREE_TILES].map((length) => length * size + 2 * space.frame);
}

/** The largest size at which all is in sight: with room for tiles to come, or else without. */
function largest(trays: readonly (readonly number[])[], box: Box): number {
  const more = [...trays, ...Array.from({ length: SPARE_MELDS }, () => [0, 0, 0])];
  for (let size = LARGEST; size >= LARGE; size -= 0.5) if (fits(more, size, box, size)) return size;
  for (let size = LARGEST; size >= LARGE; size -= 0.5) if (fits(more, size, { ...box, width: box.width - size })) return size;
  for (let size = LARGE; size > SMALLEST; size -= 0.5) if (fits(trays, size, box)) return size;
  return SMALLEST;
}

/** Whether all trays are in sight at this size; `loose`: with so much more between them. */
export function fits(trays: readonly (readonly number[])[], size: number, box: Box, loose = 0): boolean {
  const space = spaceOf(box);
  const wide = widths(trays, size, space);
  return Math.max(...wide) <= box.width && rowsOf(wide, size, box.width, space, loose).at(-1)!.row < rowsIn(box, size);
}

/** How many rows there is room for. */
export function rowsIn(box: Box, size: number): number {
  const space = spaceOf(box);
  return Math.floor((box.height - ABOVE) / (size * RATIO + 2 * space.frame + space.y));
}

function rowsOf(wide: readonly number[], size: number, width: number, space: Space, loose: number): Rowed[] {
  const start = startOf(size, width, space);
  let last: Rowed | null = null;
  return wide.map((each) => {
    const x: number = last ? last.x + last.width + space.x + loose : start;
    const same = x + each <= width;
    last = { row: (last?.row ?? 0) + (same || !last ? 0 : 1), x: same ? x : Math.min(start, Math.max(0, width - each)), width: each };
    return last;
  });
}

/** What is left of a row lies between its trays, at most a tile: each may grow by one and moves none of the others. */
function spread(rows: Rowed[], most: number, width: number): Rowed[] {
  for (let row = 0; row <= (rows.at(-1)?.row ?? -1); row++) {
    const own = rows.filter((one) => one.row === row);
    const end = own.at(-1)!;
    const each = Math.min(most, Math.max(0, width - end.x - end.width) / own.length);
    for (const [i, one] of own.entries()) one.x += i * each;
  }
  return rows;
}

/** Where rows begin: as if they were full of small melds and stood in the middle. */
export function startOf(size: number, width: number, space: Space): number {
  const meld = FREE_TILES * size + 2 * space.frame + space.x;
  return Math.min(size, ((width + space.x) % meld) / 2);
}

/** The felt with its trays in these rows; the last of them is the room for a new meld. */
export function standing(trays: readonly (readonly number[])[], rows: readonly Rowed[], size: number, box: Box): Flow {
  const space = spaceOf(box);
  const height = size * RATIO + 2 * space.frame;
  const spots = rows.map(({ row, x, width }) => ({ row, x, width, y: ABOVE + row * (height + space.y), height }));
  return { box, ids: trays, frame: space.frame, size, trays: spots.slice(0, -1), free: spots.at(-1)! };
}

/** A rack of one shelf is as long as its tiles want, by steps: it is not made anew for each tile. */
const RACK_STEP = 6;
/** So narrow is only a phone whose letters are twice as large: its pixels are twice as large too. */
const TINY = 300;
const RACK = { widest: 56, good: 38, narrowest: 28, tiny: 12, margin: 6, gap: 3, lip: 10, share: 0.42, most: 0.46 };

/** The rack's shelves: tiles that can be touched, on as few shelves as can be; one that is empty goes while it `rests`. */
export function shelvesFor(tiles: number, box: Box, before: Shelves | null = null, rests = false): Shelves {
  const most = box.width > box.height ? 2 : 3;
  // With room for what is drawn next, where tiles stay large enough for it.
  const roomyBest = rackSize(tiles + 2, box, most);
  const best = roomyBest >= RACK.good ? roomyBest : rackSize(tiles, box, most);
  const roomy = before?.box.width === box.width && before.height <= box.height * RACK.most;
  const stays = roomy && tiles <= before.perShelf * before.shelves;
  const spare = before && before.perShelf * (before.shelves - 1) >= Math.max(tiles, 14) + 2;
  if (stays && !(rests && (spare || before.size < best - 6))) return before;
  const fitted = fitting(box.width, best);
  const shelves = Math.max(Math.ceil(Math.max(tiles, 14) / fitted), 1);
  const wanted = RACK_STEP * Math.ceil((Math.max(tiles, 14) + 2) / RACK_STEP);
  const perShelf = shelves === 1 ? Math.min(fitted, wanted) : fitted;
  return { box, size: best, perShelf, shelves, height: shelves * shelf(best) + RACK.lip };
}

/** As few shelves as leave tiles that can be touched well; or else as large as they can be. */
function rackSize(tiles: number, box: Box, most: number): number {
  for (let shelves = 1; shelves < most; shelves++) {
    const size = largestOn(shelves, tiles, box);
    if (size >= RACK.good) return size;
  }
  const least = box.width < TINY ? RACK.tiny : RACK.narrowest;
  return Math.max(least, largestOn(most, tiles, box));
}

function largestOn(most: number, tiles: number, box: Box): number {
  for (let size = RACK.widest; size > 0; size--) {
    const shelves = Math.ceil(Math.max(tiles, 14) / fitting(box.width, size));
    if (shelves <= most && shelves * shelf(size) + RACK.lip <= box.height * RACK.share) return size;
  }
  return 0;
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
  const grown = ({ row, x, y, width, height }: Standing): Standing => ({ row, x: x * zoom, y: y * zoom, width: width * zoom, height: height * zoom });
  return { ...felt, frame: felt.frame * zoom, size: felt.size * zoom, trays: felt.trays.map(grown), free: grown(felt.free) };
}

/** How far a felt of this zoom can be pushed in its box: nothing beyond its edges. */
export function pushed(box: Box, zoom: number, pan: { x: number; y: number }): { x: number; y: number } {
  const within = (value: number, room: number) => Math.min(0, Math.max(room * (1 - zoom), value));
  return { x: within(pan.x, box.width), y: within(pan.y, box.height) };
}
