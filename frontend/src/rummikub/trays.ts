// Melds as objects: a tray holds the tiles of one meld and keeps them in order, parts and joins.
// Every move gives a new board; what the trays are worth, the server says.
import { find, nextPiece, type Board, type Piece } from "./board";
import { inOrder, partedAt, replaces, standTogether } from "./order";

/** The trays with their pieces, in the order everybody knows them by. */
export function trays(board: Board): Piece[][] {
  return (board.trays ?? []).map((ids) => ids.map((id) => find(board, id)!));
}

/** The melds as they travel. */
export function melds(board: Board): string[][] {
  return trays(board).map((tray) => tray.map((piece) => piece.tile));
}

/** The board as the server has it; a tile keeps its piece, best in the meld it lay in. */
export function fromMelds(tableau: readonly (readonly string[])[], rack: readonly string[], before: Board): Board {
  const old = trays(before).map((tray) => [...tray]);
  const loose = [...before.rack, ...before.felt.filter((piece) => !before.trays?.flat().includes(piece.id))];
  const exact = tableau.map((meld) => {
    const at = old.findIndex((tray) => tray.length === meld.length && meld.every((tile, i) => tray[i]!.tile === tile));
    return at < 0 ? null : old.splice(at, 1)[0]!;
  });
  const lying = tableau.map((meld, i) => exact[i] ?? matched(meld, old, loose));
  const left = [...loose, ...old.flat()];
  const racked = rack.map((tile) => taken(left, tile) ?? nextPiece(tile));
  return withTrays({ felt: [], rack: racked, mine: new Set(), trays: [] }, lying);
}

/** A meld's pieces: from the tray that has most of them, then from anywhere. */
function matched(meld: readonly string[], old: Piece[][], loose: Piece[]): Piece[] {
  const shared = (tray: Piece[]) => meld.filter((tile) => tray.some((piece) => piece.tile === tile)).length;
  const nearest = [...old].sort((a, b) => shared(b) - shared(a));
  return meld.map((tile) => {
    for (const tray of nearest) {
      const piece = taken(tray, tile);
      if (piece) return piece;
    }
    return taken(loose, tile) ?? nextPiece(tile);
  });
}

function taken(pieces: Piece[], tile: string): Piece | undefined {
  const at = pieces.findIndex((piece) => piece.tile === tile);
  return at < 0 ? undefined : pieces.splice(at, 1)[0];
}

/** The own draft as the server holds it: what lies beyond the table's tiles is ours. */
export function draftedMelds(draft: string[][], tableau: string[][], rack: string[], before: Board): Board {
  const table = tableau.flat();
  const missing = [...table];
  for (const tile of draft.flat()) takenTile(missing, tile);
  // A tile of the table that was in the hand lies by itself: nobody holds it any more.
  const lying = [...draft, ...missing.map((tile) => [tile])];
  const board = fromMelds(lying, rack, fromMelds(tableau, rack, before));
  const own = [...rack];
  const kept = new Set(tableau.map((meld) => meld.join()));
  const changed = trays(board).sort((a, b) => Number(kept.has(tiles(a))) - Number(kept.has(tiles(b))));
  const spare = count(lying.flat(), table);
  const mine = changed.flat().filter((piece) => {
    if (!takenTile(spare, piece.tile)) return false;
    takenTile(own, piece.tile);
    return true;
  });
  const left = [...board.rack];
  return { ...board, rack: own.map((tile) => taken(left, tile)!), mine: new Set(mine.map((piece) => piece.id)) };
}

/** Tiles of `all` beyond those of `but`. */
function count(all: readonly string[], but: readonly string[]): string[] {
  const left = [...but];
  return all.filter((tile) => !takenTile(left, tile));
}

function takenTile(from: string[], tile: string): boolean {
  const at = from.indexOf(tile);
  if (at >= 0) from.splice(at, 1);
  return at >= 0;
}

/** Pieces as a meld of their own: parts of a meld stay beside it, tiles of the rack come last. */
export function layNew(board: Board, ids: number[]): Board {
  const pieces = inOrder(picked(board, ids));
  if (!pieces.length) return board;
  const home = (board.trays ?? []).findIndex((tray) => tray.includes(ids[0]!));
  if (home >= 0 && board.trays![home]!.length === ids.length) return board;
  const rest = trays(board).map((tray) => tray.filter((piece) => !ids.includes(piece.id)));
  const at = home < 0 ? rest.length : home + 1;
  return moved(board, ids, [...rest.slice(0, at), pieces, ...rest.slice(at)]);
}

/** Pieces put to the meld of another piece: it orders itself, parts, or stands beside. */
export function join(board: Board, ids: number[], beside: number, standsFor = ""): Board {
  const target = (board.trays ?? []).findIndex((tray) => tray.includes(beside));
  if (target < 0 || ids.includes(beside)) return board;
  const pieces = picked(board, ids);
  const rest = trays(board).map((tray) => tray.filter((piece) => !ids.includes(piece.id)));
  const meld = rest[target]!;
  const found = joined(meld, pieces, meld.findIndex((piece) => piece.id === beside), standsFor);
  return moved(board, ids, [...rest.slice(0, target), ...found, ...rest.slice(target + 1)]);
}

/** Whether a meld would take these pieces without one of them standing apart. */
export function wouldTake(board: Board, ids: number[], beside: number, standsFor = ""): boolean {
  const tray = trays(board).find((one) => one.some((piece) => piece.id === beside));
  const meld = (tray ?? []).filter((piece) => !ids.includes(piece.id));
  if (!meld.length) return false;
  const pieces = picked(board, ids);
  const found = joined(meld, pieces, meld.findIndex((piece) => piece.id === beside), standsFor);
  return !found.some((one) => one.every((piece) => ids.includes(piece.id)));
}

/** The melds that one becomes when pieces come to it, at the tile they were put on. */
function joined(meld: Piece[], pieces: Piece[], at: number, standsFor: string): Piece[][] {
  const [only] = pieces;
  const hit = meld[at];
  if (pieces.length === 1 && hit?.tile === "j" && replaces(meld, only!, standsFor)) {
    return [meld.map((piece, i) => (i === at ? only! : piece)), [hit]];
  }
  const place = at < meld.length / 2 ? 0 : meld.length;
  const whole = [...meld.slice(0, place), ...pieces, ...meld.slice(place)];
  if (standTogether(whole)) return [inOrder(whole)];
  return pieces.reduce(withOne, [meld]);
}

function withOne(found: Piece[][], piece: Piece): Piece[][] {
  const takes = found.findIndex((meld) => standTogether([...meld, piece]));
  if (takes >= 0) return found.map((meld, i) => (i === takes ? inOrder([...meld, piece]) : meld));
  for (const [i, meld] of found.entries()) {
    const cut = partedAt(meld, piece);
    if (cut < 0) continue;
    const parts = [meld.slice(0, cut + 1), [piece, ...meld.slice(cut + 1)]];
    return [...found.slice(0, i), ...parts, ...found.slice(i + 1)];
  }
  return [...found, [piece]];
}

/** This piece and those to the right of it in its meld: what a long press takes. */
export function fromTileOn(board: Board, id: number): number[] {
  const tray = board.trays?.find((ids) => ids.includes(id));
  return tray ? tray.slice(tray.indexOf(id)) : [id];
}

function picked(board: Board, ids: number[]): Piece[] {
  return ids.map((id) => find(board, id)).filter((piece) => piece !== undefined);
}

function moved(board: Board, ids: number[], all: Piece[][]): Board {
  const fromRack = board.rack.filter((piece) => ids.includes(piece.id)).map((piece) => piece.id);
  const rack = board.rack.filter((piece) => !ids.includes(piece.id));
  return withTrays({ ...board, rack, mine: new Set([...board.mine, ...fromRack]) }, all);
}

function withTrays(board: Board, all: Piece[][]): Board {
  const full = all.filter((tray) => tray.length);
  return { ...board, felt: full.flat(), trays: full.map((tray) => tray.map((piece) => piece.id)) };
}

function tiles(tray: readonly Piece[]): string {
  return tray.map((piece) => piece.tile).join();
}

/** Nobody steps aside: always the same, so that nothing is drawn anew for it. */
export const NO_ROOM: ReadonlyMap<number, number> = new Map();

/** Which tiles of a meld step aside for what is held over it: -1 to the left, 1 to the right. */
export function makesRoom(board: Board, ids: number[], beside: number, standsFor = ""): ReadonlyMap<number, number> {
  if (!wouldTake(board, ids, beside, standsFor)) return NO_ROOM;
  const room = new Map<number, number>();
  const after = (join(board, ids, beside, standsFor).trays ?? []).flat();
  const lands = after.indexOf(ids[0]!);
  const meld = board.trays?.find((tray) => tray.includes(beside)) ?? [];
  for (const id of meld) if (!ids.includes(id)) room.set(id, after.indexOf(id) < lands ? -1 : 1);
  return room;
}

/** The pieces of the last play, one for each tile laid; of equal ones that in a meld that was not there. */
export function markedIn(board: Board, lastPlay: readonly string[], before: readonly string[][]): Set<number> {
  const left = [...lastPlay];
  const stood = asBefore(board, before);
  const found = new Set<number>();
  const all = trays(board);
  const changed = [...all.filter((_, i) => !stood[i]), ...all.filter((_, i) => stood[i])];
  for (const piece of changed.flat()) if (takenTile(left, piece.tile)) found.add(piece.id);
  return found;
}

/** Which trays hold a meld as it lay before; of two equal ones the second is new. */
export function asBefore(board: Board, before: readonly (readonly string[])[]): boolean[] {
  const left = before.map((meld) => meld.join());
  return trays(board).map((tray) => {
    const at = tray.some((piece) => board.mine.has(piece.id)) ? -1 : left.indexOf(tiles(tray));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
