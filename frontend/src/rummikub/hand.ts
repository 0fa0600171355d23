// What a finger or a mouse means where melds are objects: a tap, a drag, a long press. No browser in here.
import { find, type Board, type Piece } from "./board";
import { slotAt, slotSpot, type Flow, type Shelves } from "./flow";
import { carried, type Held } from "./gesture";
import type { Point } from "./geometry";

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
export function besides({ board, felt, origin }: Table, at: Point, held: readonly number[] = []): number | null {
  const [x, y] = [at.x - origin.x, at.y - origin.y];
  const tray = felt.trays.findIndex(
    (spot) =>
      x >= spot.x - NEAR_PX && x <= spot.x + spot.width + NEAR_PX &&
      y >= spot.y - NEAR_PX && y <= spot.y + spot.height + NEAR_PX,
  );
  const ids = board.trays?.[tray];
  if (!ids) return null;
  const place = Math.floor((x - felt.trays[tray]!.x - felt.frame) / felt.size);
  const nearest = [...ids.keys()].filter((i) => !held.includes(ids[i]!)).sort((a, b) => Math.abs(a - place) - Math.abs(b - place));
  return nearest.length ? ids[nearest[0]!]! : null;
}

/** Where what is held would be let go: above the finger, where it is seen. */
export function raised(held: Held): Point {
  const by = carried(held);
  return { x: held.from.x + by.x, y: held.from.y + by.y };
}

/** The pointer went up after a drag. */
export function dropped(held: Held, table: Table): Meant {
  const at = raised(held);
  if (at.y > table.rackTop && table.rack) {
    return { chosen: [], rack: { ids: held.ids, slot: slotAt(table.rack, at, table.width, table.rackTop) } };
  }
  if (!table.editable) return { chosen: [] };
  const beside = besides(table, at, held.ids);
  return beside === null ? { chosen: [], fresh: held.ids } : { chosen: [], join: { ids: held.ids, beside } };
}

/** A tap where no tile is: what is chosen goes there. */
export function tappedRoom(at: Point, table: Table): Meant {
  const { chosen, editable, rack, rackTop, width } = table;
  if (!chosen.length) return { chosen };
  if (at.y > rackTop && rack) return { chosen: [], rack: { ids: chosen, slot: slotAt(rack, at, width, rackTop) } };
  if (!editable) return { chosen: [] };
  const beside = besides(table, at, chosen);
  return beside === null ? { chosen: [], fresh: chosen } : { chosen: [], join: { ids: chosen, beside } };
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
