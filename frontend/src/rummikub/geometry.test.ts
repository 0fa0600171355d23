import { describe, expect, test } from "vitest";
import { FELT_WIDTH, type Piece } from "./board";
import { drawnOn, feltAt, marked, onFelt, panned, rackAt, roomOn, slotAt } from "./geometry";

const STILL = { x: 0, y: 0 };
const PHONE = { width: 360, height: 600, rackTiles: 14 };
const DESK = { width: 1200, height: 800, rackTiles: 14 };
const piece = (id: number, tile: string, x = 0, y = 0): Piece => ({ id, tile, x, y });

describe("the room", () => {
  test("leaves the felt more than half of any stage", () => {
    for (const stage of [PHONE, DESK, { ...PHONE, rackTiles: 28 }]) {
      expect(roomOn(stage, [], STILL).feltHeight).toBeGreaterThan(stage.height / 2);
    }
  });
  test("belongs to the felt alone where nobody sits", () => {
    expect(roomOn({ ...DESK, rackTiles: null }, [], STILL).feltHeight).toBe(DESK.height);
  });
  test("keeps tiles of the rack as large as a finger needs", () => {
    expect(roomOn({ ...PHONE, rackTiles: 40 }, [], STILL).rackWidth).toBe(30);
    expect(roomOn(DESK, [], STILL).rackWidth).toBe(52);
  });
  test("shows the whole felt on a large screen and never shrinks tiles beyond reading", () => {
    const wide = roomOn(DESK, [], STILL);
    expect(FELT_WIDTH * wide.scale).toBeLessThanOrEqual(DESK.width);
    expect(roomOn(PHONE, [piece(1, "r1", 0, 3000)], STILL).scale).toBeCloseTo(26 / 30);
  });
});

test("a place on the felt and a point of the stage are each other's inverse, pushed or not", () => {
  for (const pan of [STILL, { x: -120, y: -30 }]) {
    const room = roomOn(PHONE, [], pan);
    const back = onFelt(room, feltAt(room, { x: 210, y: 96 }));
    expect([back.x, back.y]).toEqual([expect.closeTo(210), expect.closeTo(96)]);
  }
});

test("the middle of every tile on the rack is its own slot", () => {
  for (const stage of [PHONE, DESK, { ...PHONE, rackTiles: 26 }]) {
    const room = roomOn(stage, [], STILL);
    for (let slot = 0; slot < stage.rackTiles; slot++) {
      const { x, y } = rackAt(room, slot);
      expect(slotAt(room, { x: x + room.rackWidth / 2, y: y + room.rackWidth * 0.7 })).toBe(slot);
    }
  }
});

test("the felt is pushed as far as there is more of it and no further", () => {
  const room = roomOn(PHONE, [], STILL);
  expect(panned(room, { x: 50, y: 50 })).toEqual(STILL);
  const end = panned(room, { x: -9999, y: -9999 });
  expect(feltAt({ ...room, pan: end }, { x: FELT_WIDTH, y: 0 }).x).toBeCloseTo(PHONE.width - 8);
  expect(panned(roomOn(DESK, [], STILL), { x: -9999, y: 0 }).x).toBe(0);
});

test("pieces are drawn in the order of their ids wherever they lie", () => {
  const board = { felt: [piece(3, "r1", 30, 0)], rack: [piece(2, "b1"), piece(5, "k1")], mine: new Set<number>(), trays: null };
  const drawn = drawnOn(roomOn(DESK, board.felt, STILL), board);
  expect(drawn.map(({ piece, onRack }) => [piece.id, onRack])).toEqual([[2, true], [3, false], [5, true]]);
});

test("of two equal tiles only as many are marked as were laid", () => {
  const felt = [piece(1, "r7"), piece(2, "r7"), piece(3, "b7")];
  expect([...marked(felt, ["r7", "b7"])]).toEqual([1, 3]);
});

test("of two equal tiles the one that did not lie there before is marked", () => {
  const felt = [piece(1, "r7", 0, 0), piece(2, "r7", 90, 0)];
  expect([...marked(felt, ["r7"], [["r7", 0, 0]])]).toEqual([2]);
});
