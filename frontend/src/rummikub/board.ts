// Tiles under the player's hand: where each lies, and moves that can be undone. No rules in here:
// which tiles form a meld, and whether it is valid, the server says.

/** A place on the felt as it travels: tile, x, y in felt units. */
export type Place = [string, number, number];

export interface Piece {
  /** Keeps its element, its focus and its way through the air. */
  id: number;
  tile: string;
  x: number;
  y: number;
}

export interface Board {
  /** On the felt, the table's own and those laid out in this turn. */
  felt: Piece[];
  /** On the rack, in the player's order. */
  rack: Piece[];
  /** Which pieces on the felt came from the rack in this turn. */
  mine: Set<number>;
  /** The melds, each from left to right; null where only their places say which tiles belong together. */
  trays: number[][] | null;
}

export const TILE = { width: 30, height: 42 };
export const FELT_WIDTH = 840;
const SNAP = 14;
const ROW = 48;
/** So far over another a tile may lie: more, and one of them cannot be read. */
const HIDDEN = 12;

let nextId = 1;

/** A piece nobody has seen yet. */
export function nextPiece(tile: string): Piece {
  return { id: nextId++, tile, x: 0, y: 0 };
}

/** The board as the server has it; a tile that lies where it lay keeps its piece. */
export function fromServer(felt: Place[], rack: string[], before: Board): Board {
  const free = [...before.felt, ...before.rack];
  const take = (fits: (piece: Piece) => boolean): Piece | undefined => {
    const at = free.findIndex(fits);
    return at < 0 ? undefined : free.splice(at, 1)[0];
  };
  const exact = felt.map(([tile, x, y]) => take((p) => p.tile === tile && p.x === x && p.y === y));
  const placed = felt.map(([tile, x, y], i) => ({
    id: (exact[i] ?? take((p) => p.tile === tile))?.id ?? nextId++,
    tile,
    x,
    y,
  }));
  const racked = rack.map((tile) => ({
    id: take((p) => p.tile === tile)?.id ?? nextId++,
    tile,
    x: 0,
    y: 0,
  }));
  return { felt: placed, rack: racked, mine: new Set(), trays: null };
}

/** The own draft as the server holds it: what lies on the felt beyond the table's tiles is ours. */
export function drafted(draft: Place[], felt: Place[], rack: string[], before: Board): Board {
  const onTable = counted(felt.map(([tile]) => tile));
  const left = counted(draft.map(([tile]) => tile));
  // A tile of the table that was in the hand lies where it lay: nobody holds it any more.
  const back = felt.filter(([tile]) => {
    const missing = (onTable.get(tile) ?? 0) > (left.get(tile) ?? 0);
    if (missing) left.set(tile, (left.get(tile) ?? 0) + 1);
    return missing;
  });
  const kept = felt.map((place) => place.join());
  const own = [...rack];
  const mine: number[] = [];
  // Of two equal tiles the one that did not lie there before is ours.
  const strange = draft.map((place, i) => ({ tile: place[0], i, lay: kept.includes(place.join()) }));
  for (const { tile, i } of strange.sort((a, b) => Number(a.lay) - Number(b.lay))) {
    if ((left.get(tile) ?? 0) <= (onTable.get(tile) ?? 0) || !own.includes(tile)) continue;
    left.set(tile, left.get(tile)! - 1);
    own.splice(own.indexOf(tile), 1);
    mine.push(i);
  }
  const board = fromServer([...draft, ...back], own, before);
  return { ...board, mine: new Set(mine.map((i) => board.felt[i]!.id)) };
}

function counted(tiles: string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const tile of tiles) count.set(tile, (count.get(tile) ?? 0) + 1);
  return count;
}

export const EMPTY: Board = { felt: [], rack: [], mine: new Set(), trays: null };

/** Pieces put down on the felt, the first of them at x, y and the others as they lie to it. */
export function put(board: Board, ids: number[], x: number, y: number): Board {
  const moved = ids.map((id) => find(board, id)).filter((piece) => piece !== undefined);
  const first = moved[0];
  if (!first) return board;
  const onFelt = board.felt.some((piece) => piece.id === first.id);
  const at = uncovered(board, ids, snapped(board, ids, x, y));
  const placed = moved.map((piece, i) => ({
    ...piece,
    x: inside(at.x + (onFelt ? piece.x - first.x : i * TILE.width), FELT_WIDTH - TILE.width),
    y: Math.max(0, at.y + (onFelt ? piece.y - first.y : 0)),
  }));
  const fromRack = board.rack.filter((piece) => ids.includes(piece.id)).map((piece) => piece.id);
  return {
    felt: [...board.felt.filter((piece) => !ids.includes(piece.id)), ...placed],
    rack: board.rack.filter((piece) => !ids.includes(piece.id)),
    mine: new Set([...board.mine, ...fromRack]),
    trays: null,
  };
}

/** An own tile goes back to the rack, before the tile in that slot; the table's tiles stay. */
export function takeBack(board: Board, id: number, slot = board.rack.length): Board {
  const piece = board.felt.find((one) => one.id === id);
  if (!piece || !board.mine.has(id)) return board;
  const mine = new Set(board.mine);
  mine.delete(id);
  const felt = board.felt.filter((one) => one.id !== id);
  const trays = board.trays?.map((tray) => tray.filter((one) => one !== id)).filter((tray) => tray.length) ?? null;
  return { felt, rack: inserted(board.rack, piece, slot), mine, trays };
}

/** A tile of the rack moves to another slot of it. */
export function reorder(board: Board, id: number, slot: number): Board {
  const piece = board.rack.find((one) => one.id === id);
  if (!piece) return board;
  const rest = board.rack.filter((one) => one.id !== id);
  return { ...board, rack: inserted(rest, piece, slot) };
}

export type Order = "runs" | "groups";

const COLOURS = "kbor";

/** The rack sorted: 789 keeps runs together, 777 groups; jokers at the end. */
export function sorted(board: Board, order: Order): Board {
  const key = ({ tile }: Piece): [number, number] => {
    if (tile === "j") return [99, 99];
    const colour = COLOURS.indexOf(tile[0]!);
    const number = Number(tile.slice(1));
    return order === "runs" ? [colour, number] : [number, colour];
  };
  const rack = [...board.rack].sort((a, b) => {
    const [p, q] = [key(a), key(b)];
    return p[0] - q[0] || p[1] - q[1];
  });
  return { ...board, rack };
}

/** The pieces that lie side by side with this one, from left to right: what a long press takes. */
export function together(board: Board, id: number): number[] {
  const start = board.felt.find((piece) => piece.id === id);
  if (!start) return [id];
  const found = [start];
  for (const piece of found) {
    for (const other of board.felt) {
      const near =
        Math.abs(other.x - piece.x) <= 2 * TILE.width &&
        Math.abs(other.y - piece.y) <= TILE.height / 2;
      if (near && !found.includes(other)) found.push(other);
    }
  }
  return found.sort((a, b) => a.x - b.x || a.y - b.y).map((piece) => piece.id);
}

/** The first free room for so many tiles in a row. */
export function freeRoom(board: Board, count: number): { x: number; y: number } {
  const width = count * TILE.width;
  for (let y = 0; ; y += ROW) {
    let x = 0;
    const row = board.felt.filter((piece) => Math.abs(piece.y - y) < ROW);
    for (const piece of row.sort((a, b) => a.x - b.x)) {
      if (piece.x < x + width + 36 && piece.x + TILE.width + 36 > x) x = piece.x + TILE.width + 36;
    }
    if (x + width <= FELT_WIDTH) return { x, y };
  }
}

export function places(board: Board): Place[] {
  return board.felt.map(({ tile, x, y }) => [tile, Math.round(x), Math.round(y)]);
}

export function find(board: Board, id: number): Piece | undefined {
  return board.felt.find((piece) => piece.id === id) ?? board.rack.find((piece) => piece.id === id);
}

/** Close to the end of a meld a tile falls into line with it. */
function snapped(board: Board, ids: number[], x: number, y: number): { x: number; y: number } {
  const lying = board.felt.filter((piece) => !ids.includes(piece.id));
  const span = TILE.width * ids.length;
  const spots = lying.flatMap((piece) => [
    { x: piece.x + TILE.width, y: piece.y },
    { x: piece.x - span, y: piece.y },
    { x: piece.x, y: piece.y + ROW },
  ]);
  const free = spots.filter(
    (spot) => !lying.some((p) => Math.abs(p.x - spot.x) < TILE.width / 2 && Math.abs(p.y - spot.y) < 12),
  );
  const distance = (spot: { x: number; y: number }) =>
    Math.max(Math.abs(spot.x - x), Math.abs(spot.y - y) * 0.8);
  const best = free.sort((a, b) => distance(a) - distance(b))[0];
  return best && distance(best) <= SNAP ? best : { x: Math.round(x), y: Math.round(y) };
}

/** A tile dropped on another would vanish behind it: it lands beside, where it can be seen. */
function uncovered(board: Board, ids: number[], at: { x: number; y: number }): { x: number; y: number } {
  const lying = board.felt.filter((piece) => !ids.includes(piece.id));
  const span = TILE.width * ids.length;
  const covers = (spot: { x: number; y: number }) =>
    lying.some(
      (p) =>
        p.x < spot.x + span - HIDDEN && p.x + TILE.width > spot.x + HIDDEN &&
        Math.abs(p.y - spot.y) < TILE.height - HIDDEN,
    );
  if (!covers(at)) return at;
  const spots = lying.flatMap((piece) => [
    { x: piece.x + TILE.width, y: piece.y },
    { x: piece.x - span, y: piece.y },
    { x: piece.x, y: piece.y + ROW },
  ]);
  const far = (spot: { x: number; y: number }) => Math.hypot(spot.x - at.x, spot.y - at.y);
  const inFelt = (spot: { x: number }) => spot.x >= 0 && spot.x + span <= FELT_WIDTH;
  const free = spots.filter((spot) => inFelt(spot) && !covers(spot)).sort((a, b) => far(a) - far(b));
  return free[0] ?? freeRoom(board, ids.length);
}

function inserted(rack: Piece[], piece: Piece, slot: number): Piece[] {
  const at = Math.max(0, Math.min(slot, rack.length));
  return [...rack.slice(0, at), piece, ...rack.slice(at)];
}

function inside(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
