import { describe, expect, test } from "vitest";
import type { Board, Piece } from "./board";
import { feltAt, rackAt, roomOn, type Point } from "./geometry";
import { carried, chose, ended, LIFT_PX, moved, type Held, type Scene } from "./gesture";

const piece = (id: number, tile: string, x = 0, y = 0): Piece => ({ id, tile, x, y });
const BOARD: Board = {
  felt: [piece(1, "r7", 60, 48), piece(2, "b7", 90, 48)],
  rack: [piece(10, "k7"), piece(11, "o7"), piece(12, "j")],
  mine: new Set(),
  trays: null,
};
const ROOM = roomOn({ width: 900, height: 700, rackTiles: 3 }, BOARD.felt, { x: 0, y: 0 });
const scene = (more: Partial<Scene> = {}): Scene => ({ board: BOARD, room: ROOM, chosen: [], editable: true, ...more });
const held = (ids: number[], from: Point, more: Partial<Held> = {}): Held => ({
  pointer: 1, ids, from, at: from, dragging: false, touch: false, lift: 0, panning: false, ...more,
});
const FELT = feltAt(ROOM, { x: 300, y: 150 });

describe("a drag", () => {
  test("begins where no hand trembles, later under a finger than under a mouse", () => {
    const from = { x: 100, y: 100 };
    const by = (px: number, touch: boolean) => moved(held([1], from, { touch }), { x: 100 + px, y: 100 }).dragging;
    expect([by(6, false), by(7, false), by(14, true), by(15, true)]).toEqual([false, true, false, true]);
  });
  test("that has begun goes on when it comes back to where it was", () => {
    const from = { x: 100, y: 100 };
    expect(moved(moved(held([1], from), { x: 200, y: 100 }), from).dragging).toBe(true);
  });
  test("carries a tile above the finger and under the mouse", () => {
    const at = { x: 130, y: 90 };
    expect(carried(held([1], { x: 100, y: 100 }, { at }))).toEqual({ x: 30, y: -10 });
    expect(carried(held([1], { x: 100, y: 100 }, { at, touch: true, lift: LIFT_PX }))).toEqual({ x: 30, y: -10 - LIFT_PX });
  });
  test("from the rack lands on the felt where the tile is seen", () => {
    const from = rackAt(ROOM, 0);
    const outcome = ended(held([10], from, { dragging: true }), FELT, scene());
    expect(outcome.put).toEqual({ ids: [10], x: expect.closeTo(300), y: expect.closeTo(150) });
  });
  test("down to the rack goes to the slot under it, though it is nobody's turn", () => {
    const at = { x: rackAt(ROOM, 2).x + ROOM.rackWidth / 2, y: rackAt(ROOM, 2).y + 10 };
    const outcome = ended(held([10], rackAt(ROOM, 0), { dragging: true }), at, scene({ editable: false }));
    expect(outcome).toEqual({ chosen: [], rack: { ids: [10], slot: 2 } });
  });
  test("on the felt comes to nothing while it is not our turn", () => {
    expect(ended(held([1], FELT, { dragging: true }), FELT, scene({ editable: false }))).toEqual({ chosen: [] });
  });
  test("of the felt itself lets go of nothing that is chosen", () => {
    const pushed = moved(held([], FELT, { panning: true }), { x: 0, y: 0 });
    expect(ended(pushed, { x: 0, y: 0 }, scene({ chosen: [10] }))).toEqual({ chosen: [10] });
  });
});

describe("a tap", () => {
  test("chooses, chooses more of the rack, and lets go", () => {
    expect(chose(10, scene())).toEqual({ chosen: [10] });
    expect(chose(11, scene({ chosen: [10] }))).toEqual({ chosen: [10, 11] });
    expect(chose(10, scene({ chosen: [10, 11] }))).toEqual({ chosen: [11] });
  });
  test("on a tile of the felt puts what is chosen beside it, on the side that was touched", () => {
    const left = feltAt(ROOM, BOARD.felt[0]!);
    expect(chose(1, scene({ chosen: [10, 11] }), left).put).toEqual({ ids: [10, 11], x: 0, y: 48 });
    expect(chose(2, scene({ chosen: [10] })).put).toEqual({ ids: [10], x: 120, y: 48 });
  });
  test("on a tile of the felt while it is not our turn only chooses it", () => {
    expect(chose(1, scene({ chosen: [10], editable: false }))).toEqual({ chosen: [1] });
  });
  test("on the free felt puts the middle of the first tile there", () => {
    const outcome = ended(held([], FELT, { panning: true }), FELT, scene({ chosen: [10] }));
    expect(outcome).toEqual({ chosen: [], put: { ids: [10], x: expect.closeTo(285), y: expect.closeTo(129) } });
  });
  test("on the free rack brings what is chosen back", () => {
    const at = { x: 890, y: ROOM.feltHeight + 20 };
    expect(ended(held([], at, { panning: true }), at, scene({ chosen: [1] })).rack?.ids).toEqual([1]);
  });
  test("on a piece that is gone changes nothing", () => {
    expect(chose(99, scene({ chosen: [10] }))).toEqual({ chosen: [10] });
  });
});
