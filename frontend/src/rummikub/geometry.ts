// Where everything lies on the stage: felt above, rack below, in pixels. No browser in here.
import { FELT_WIDTH, TILE, type Board, type Piece, type Place } from "./board";

export interface Point {
  x: number;
  y: number;
}

/** The stage at one moment: how large felt and rack are, and how far the felt was pushed. */
export interface Room {
  width: number;
  feltHeight: number;
  /** How many felt units the tiles reach down. */
  content: number;
  /** Pixels for a felt unit. */
  scale: number;
  /** How wide a tile of the rack is, and how many stand in a row. */
  rackWidth: number;
  perRow: number;
  pan: Point;
}

/** A piece and where it is drawn. */
export interface Drawn extends Point {
  piece: Piece;
  size: number;
  onRack: boolean;
}

interface Stage {
  width: number;
  height: number;
  /** How many tiles the rack has to hold; null where nobody sits. */
  rackTiles: number | null;
}

const SMALLEST = 26 / 30;
const LARGEST = 2.2;
const MARGIN = 8;
const RACK_MARGIN = 6;
const RACK_GAP = 4;
const RACK_WIDEST = 52;
const RACK_NARROWEST = 30;

export function roomOn({ width, height, rackTiles }: Stage, felt: readonly Piece[], pan: Point): Room {
  const rackWidth = rackTileWidth(width, height, rackTiles ?? 0);
  const perRow = fitting(width, rackWidth);
  const rows = Math.max(1, Math.ceil((rackTiles ?? 0) / perRow));
  const rackHeight = rackTiles === null ? 0 : rows * rackRow(rackWidth) + 14;
  const feltHeight = Math.max(80, height - rackHeight);
  const content = Math.max(200, ...felt.map((piece) => piece.y + 60));
  const fits = Math.min(LARGEST, (width - 2 * MARGIN) / FELT_WIDTH, (feltHeight - 2 * MARGIN) / content);
  return { width, feltHeight, content, scale: Math.max(SMALLEST, fits), rackWidth, perRow, pan };
}

/** The rack takes as many rows as it needs with tiles that can be touched, and leaves the felt room. */
function rackTileWidth(width: number, height: number, tiles: number): number {
  for (let size = RACK_WIDEST; size > RACK_NARROWEST; size -= 2) {
    const rows = Math.ceil(Math.max(tiles, 14) / fitting(width, size));
    if (rows <= 2 && rows * rackRow(size) <= height * 0.42) return size;
  }
  return RACK_NARROWEST;
}

function fitting(width: number, size: number): number {
  return Math.max(1, Math.floor((width - 2 * RACK_MARGIN) / (size + RACK_GAP)));
}

function rackRow(size: number): number {
  return size * 1.4 + 6;
}

/** From felt units to the stage, and back. */
export function feltAt({ scale, pan }: Room, place: Point): Point {
  return { x: place.x * scale + MARGIN + pan.x, y: place.y * scale + MARGIN + pan.y };
}

export function onFelt({ scale, pan }: Room, at: Point): Point {
  return { x: (at.x - MARGIN - pan.x) / scale, y: (at.y - MARGIN - pan.y) / scale };
}

/** From a slot of the rack to the stage, and back. */
export function rackAt({ feltHeight, rackWidth, perRow }: Room, slot: number): Point {
  const row = Math.floor(slot / perRow);
  return {
    x: RACK_MARGIN + (slot % perRow) * (rackWidth + RACK_GAP),
    y: feltHeight + MARGIN + row * rackRow(rackWidth),
  };
}

export function slotAt({ feltHeight, rackWidth, perRow }: Room, at: Point): number {
  const row = Math.max(0, Math.floor((at.y - feltHeight - MARGIN) / rackRow(rackWidth)));
  const column = Math.round((at.x - RACK_MARGIN) / (rackWidth + RACK_GAP) - 0.5);
  return row * perRow + Math.min(perRow, Math.max(0, column));
}

/** The felt can be pushed as far as there is more of it. */
export function panned(room: Room, by: Point): Point {
  const most = {
    x: Math.min(0, room.width - 2 * MARGIN - FELT_WIDTH * room.scale),
    y: Math.min(0, room.feltHeight - 2 * MARGIN - room.content * room.scale),
  };
  return {
    x: Math.max(most.x, Math.min(0, room.pan.x + by.x)),
    y: Math.max(most.y, Math.min(0, room.pan.y + by.y)),
  };
}

/** Every piece where it lies, in a stable order: elements are moved by transform, never in the document. */
export function drawnOn(room: Room, board: Board): Drawn[] {
  const felt = board.felt.map((piece) => ({ piece, ...feltAt(room, piece), size: TILE.width * room.scale, onRack: false }));
  const rack = board.rack.map((piece, slot) => ({ piece, ...rackAt(room, slot), size: room.rackWidth, onRack: true }));
  return [...felt, ...rack].sort((a, b) => a.piece.id - b.piece.id);
}

/** Pieces of the last play, one for each tile laid; of equal ones that which did not lie there before. */
export function marked(felt: readonly Piece[], lastPlay: readonly string[], before: readonly Place[] = []): Set<number> {
  const left = [...lastPlay];
  const found = new Set<number>();
  const lay = new Set(before.map((place) => place.join()));
  const fresh = (piece: Piece) => Number(lay.has([piece.tile, piece.x, piece.y].join()));
  for (const piece of [...felt].sort((a, b) => fresh(a) - fresh(b))) {
    const at = left.indexOf(piece.tile);
    if (at < 0) continue;
    left.splice(at, 1);
    found.add(piece.id);
  }
  return found;
}
