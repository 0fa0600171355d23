// What a finger or a mouse means on the stage: a tap, a drag, a push of the felt. No browser in here.
import { find, TILE, type Board } from "./board";
import { drawnOn, feltAt, onFelt, slotAt, type Point, type Room } from "./geometry";

export const LONG_PRESS_MS = 350;
/** A tile under a finger is drawn so far above it at most, where it can be seen. */
export const LIFT_PX = 34;
const FAR_PX = { touch: 14, mouse: 6 };
const STILL: Point = { x: 0, y: 0 };

/** The gesture under way: what is held, where it began and where the pointer is. */
export interface Held {
  pointer: number;
  ids: number[];
  from: Point;
  at: Point;
  dragging: boolean;
  touch: boolean;
  /** How far above the pointer what is held is drawn. */
  lift: number;
  /** The felt is pushed, no tile is held. */
  panning: boolean;
}

/** What a gesture finds on the stage. */
export interface Scene {
  board: Board;
  room: Room;
  /** Pieces chosen by a tap, waiting for the tap that says where to. */
  chosen: number[];
  /** Whether tiles may be moved about on the felt; the rack is always the player's own. */
  editable: boolean;
}

/** What it comes to: at most one thing is done, and what stays chosen. */
export interface Outcome {
  chosen: number[];
  put?: { ids: number[] } & Point;
  rack?: { ids: number[]; slot: number };
}

/** A pointer has moved: it drags from a distance on at which no hand trembles. */
export function moved(held: Held, at: Point): Held {
  const far = Math.hypot(at.x - held.from.x, at.y - held.from.y) > FAR_PX[held.touch ? "touch" : "mouse"];
  if (held.panning && !far) return held;
  return { ...held, at, dragging: held.dragging || far };
}

/** How far what is held was carried from where it lay. */
export function carried(held: Held | null): Point {
  if (!held) return STILL;
  return { x: held.at.x - held.from.x, y: held.at.y - held.from.y - held.lift };
}

/** The pointer went up. */
export function ended(held: Held, at: Point, scene: Scene): Outcome {
  if (!held.dragging) return tapped(held, at, scene);
  return held.panning ? { chosen: scene.chosen } : dropped({ ...held, at }, scene);
}

function dropped(held: Held, { board, room, editable }: Scene): Outcome {
  const by = carried(held);
  const raised = { x: held.from.x + by.x, y: held.from.y + by.y };
  if (raised.y > room.feltHeight) return { chosen: [], rack: { ids: held.ids, slot: slotAt(room, raised) } };
  const first = drawnOn(room, board).find(({ piece }) => piece.id === held.ids[0]);
  if (!editable || !first) return { chosen: [] };
  // From the rack a tile may be drawn larger: it lands under the pointer, not beside it.
  return { chosen: [], put: { ids: held.ids, ...onFelt(room, { x: first.x + by.x, y: first.y + by.y }) } };
}

function tapped(held: Held, at: Point, scene: Scene): Outcome {
  const id = held.ids[0];
  if (!held.panning && id !== undefined) return chose(id, scene, at);
  const { room, chosen, editable } = scene;
  if (!chosen.length) return { chosen };
  if (at.y > room.feltHeight) return { chosen: [], rack: { ids: chosen, slot: slotAt(room, at) } };
  if (!editable) return { chosen: [] };
  const place = onFelt(room, at);
  return { chosen: [], put: { ids: chosen, x: place.x - TILE.width / 2, y: place.y - TILE.height / 2 } };
}

/** A tap on a tile: choose it, let it go, or put what is chosen beside it. */
export function chose(id: number, { board, room, chosen, editable }: Scene, at?: Point): Outcome {
  const piece = find(board, id);
  if (!piece) return { chosen };
  if (chosen.includes(id)) return { chosen: chosen.filter((one) => one !== id) };
  const lies = board.felt.some((one) => one.id === id);
  const allRacked = chosen.every((one) => board.rack.some((racked) => racked.id === one));
  if (!chosen.length || (!lies && allRacked)) return { chosen: [...chosen, id] };
  if (!lies || !editable) return { chosen: [id] };
  const before = at !== undefined && at.x < feltAt(room, piece).x + (TILE.width * room.scale) / 2;
  const x = before ? piece.x - TILE.width * chosen.length : piece.x + TILE.width;
  return { chosen: [], put: { ids: chosen, x, y: piece.y } };
}
