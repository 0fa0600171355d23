// What a finger or a mouse means where melds are objects: a tap, a drag, a long press. No browser in here.
import { find, type Board, type Piece } from "./board";
import { RATIO, slotAt, slotSpot, type Flow, type Shelves, type Spot } from "./flow";
import { carried, LIFT_PX, type Held } from "./gesture";
import type { Point } from "./geometry";
import { wouldTake } from "./trays";

/** Stage and board as a gesture finds them. */
export interface Table {
  board: Board;
  felt: Flow;
  /** Where the felt's box begins on the stage. */
  origin: Point;
  rack: Shelves | null;
  rackTop: number;
  width: number;
  chosen: number[];
  /** Whether tiles may be moved about on the felt; the rack is always the player's own. */
  editable: boolean;
  /** What a joker that lies stands for. */
  standsFor?: (id: number) => string;
}

/** What it comes to: at most one thing is done, and what stays chosen. */
export interface Meant {
  chosen: number[];
  join?: { ids: number[]; beside: number };
  fresh?: number[];
  rack?: { ids: number[]; slot: number };
}

/** A piece and where it is drawn. */
export interface Drawn extends Point {
  piece: Piece;
  size: number;
  onRack: boolean;
}

const NEAR_PX = 9;
/** A meld of fewer tiles is not done yet. */
const FEWEST = 3;

/** How far above a finger a tile is drawn: half a tile of the felt at most, so that both are in the same row. */
export function liftOn({ size }: Flow): number {
  return Math.min(LIFT_PX, (size * RATIO) / 2);
}

/** Every piece where it stands, in a stable order: elements are moved by transform, never in the document. */
export function drawnAt({ board, felt, origin, rack, rackTop, width }: Table): Drawn[] {
  const lying = (board.trays ?? []).flatMap((ids, tray) =>
    ids.map((id, i) => {
      const spot = felt.trays[tray]!;
      const x = origin.x + spot.x + felt.frame + i * felt.size;
      return { piece: find(board, id)!, x, y: origin.y + spot.y + felt.frame, size: felt.size, onRack: false };
    }),
  );
  const racked = board.rack.map((piece, slot) => {
    const { x, y } = rack ? slotSpot(rack, slot, width, rackTop) : { x: 0, y: 0 };
    return { piece, x, y, size: rack?.size ?? 0, onRack: true };
  });
  return [...lying, ...racked].sort((a, b) => a.piece.id - b.piece.id);
}

/** The tile of a meld a point is at or near to; what is held is not there. */
export function besides(table: Table, at: Point, held: readonly number[] = []): number | null {
  const [x, y] = [at.x - table.origin.x, at.y - table.origin.y];
  const tray = table.felt.trays.findIndex((spot) => common(spot, around({ x, y }, NEAR_PX)) > 0);
  return nearest(table, tray, x, held);
}

/** Of the tiles in a tray that are not held the one next to a place. */
function nearest({ board, felt }: Table, tray: number, x: number, held: readonly number[]): number | null {
  const ids = board.trays?.[tray];
  if (!ids) return null;
  const place = Math.floor((x - felt.trays[tray]!.x - felt.frame) / felt.size);
  const left = [...ids.keys()].filter((i) => !held.includes(ids[i]!)).sort((a, b) => Math.abs(a - place) - Math.abs(b - place));
  return left.length ? ids[left[0]!]! : null;
}

/** How much two spots lie over each other. */
function common(one: Spot, other: Spot): number {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function around({ x, y }: Point, by: number): Spot {
  return { x: x - by, y: y - by, width: 2 * by, height: 2 * by };
}

/**
 * The tile whose meld takes what is held, if it is let go now: the meld it is over. Where it does not fit there
 * it goes to one it touches and fits, also with the finger below it; `tile` is what was grabbed.
 */
export function taker(table: Table, held: Held, tile = grabbed(drawnAt(table), held)): number | null {
  const at = aimed(held);
  const over = besides(table, at, held.ids) ?? besides(table, { x: at.x, y: held.at.y - held.lift }, held.ids);
  const takes = (id: number | null) => id !== null && wouldTake(table.board, held.ids, id, table.standsFor?.(id));
  if (takes(over)) return over;
  const [x, y] = [at.x - table.origin.x, at.y - table.origin.y];
  if (over === null && common(table.felt.free, around({ x, y }, 1)) > 0) return null; // a new meld is meant
  const touched = touchedTrays(table, held, tile).map((tray) => nearest(table, tray, x, held.ids));
  const finger = held.touch ? besides(table, held.at, held.ids) : null;
  return [...touched, isHome(table, held, finger) ? null : finger].find(takes) ?? over;
}

/** Trays that what is held lies over, most of it first; the one it comes from is meant only by pointing at it. */
function touchedTrays({ board, felt, origin }: Table, held: Held, tile: Drawn | undefined): number[] {
  if (!tile) return [];
  const by = carried(held);
  const spot = { x: tile.x + by.x - origin.x, y: tile.y + by.y - origin.y, width: tile.size, height: tile.size * RATIO };
  const over = felt.trays.map((tray, i) => (board.trays?.[i]?.some((id) => held.ids.includes(id)) ? 0 : common(tray, spot)));
  return [...over.keys()].filter((i) => over[i]! > 0).sort((a, b) => over[b]! - over[a]!);
}

function isHome({ board }: Table, held: Held, id: number | null): boolean {
  return board.trays?.some((ids) => id !== null && ids.includes(id) && ids.some((one) => held.ids.includes(one))) ?? false;
}

/** The tile under the pointer when the gesture began. */
export function grabbed(drawn: readonly Drawn[], held: Held): Drawn | undefined {
  const own = drawn.filter(({ piece }) => held.ids.includes(piece.id));
  const { x, y } = held.from;
  return own.find((one) => x >= one.x && x <= one.x + one.size && y >= one.y && y <= one.y + one.size * RATIO) ?? own[0];
}

/** Where what is held would be let go: between the finger and what is seen above it, for either may be meant. */
function aimed({ at, lift }: Held): Point {
  return { x: at.x, y: at.y - lift / 2 };
}

/** Whether what is held would go to the rack. */
export function isOverRack(held: Held, { rack, rackTop }: Pick<Table, "rack" | "rackTop">): boolean {
  return rack !== null && aimed(held).y > rackTop;
}

/** The pointer went up after a drag. */
export function dropped(held: Held, table: Table): Meant {
  if (isOverRack(held, table)) {
    return { chosen: [], rack: { ids: held.ids, slot: slotAt(table.rack!, aimed(held), table.width, table.rackTop) } };
  }
  if (!table.editable) return { chosen: [] };
  const beside = taker(table, held);
  return beside === null ? { chosen: [], fresh: held.ids } : { chosen: [], join: { ids: held.ids, beside } };
}

/** A tap where no tile is: what is chosen goes there. */
export function tappedRoom(at: Point, table: Table): Meant {
  const { chosen, editable, rack, rackTop, width } = table;
  if (!chosen.length) return { chosen };
  if (at.y > rackTop && rack) return { chosen: [], rack: { ids: chosen, slot: slotAt(rack, at, width, rackTop) } };
  if (!editable) return { chosen: [] };
  const beside = besides(table, at, chosen) ?? begunMeld(table, at);
  return beside === null ? { chosen: [], fresh: chosen } : { chosen: [], join: { ids: chosen, beside } };
}

/** Who taps tile, felt, tile, felt means one meld: what was begun is gone on with, but for a tap at the new place. */
function begunMeld({ board, felt, origin, chosen }: Table, { x, y }: Point): number | null {
  if (common(felt.free, around({ x: x - origin.x, y: y - origin.y }, 1)) > 0) return null;
  const begun = (board.trays ?? []).filter((ids) => ids.length < FEWEST && ids.every((id) => board.mine.has(id)));
  return begun.reverse().find((ids) => wouldTake(board, chosen, ids[0]!))?.[0] ?? null;
}

/** A tap on a tile: choose it, let it go, or put what is chosen to its meld. */
export function tappedTile(id: number, { board, chosen, editable }: Pick<Table, "board" | "chosen" | "editable">): Meant {
  if (chosen.includes(id)) return { chosen: chosen.filter((one) => one !== id) };
  const lies = board.felt.some((piece) => piece.id === id);
  const allRacked = chosen.every((one) => board.rack.some((piece) => piece.id === one));
  if (lies && !editable) return { chosen };
  if (!chosen.length || (!lies && allRacked)) return { chosen: [...chosen, id] };
  if (!lies) return { chosen: [id] };
  return { chosen: [], join: { ids: chosen, beside: id } };
}
