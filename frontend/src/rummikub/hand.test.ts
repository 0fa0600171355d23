import { expect, test } from "vitest";
import { EMPTY } from "./board";
import { flow, shelvesFor } from "./flow";
import type { Held } from "./gesture";
import { besides, drawnAt, dropped, tappedRoom, tappedTile, type Table } from "./hand";
import { fromMelds } from "./trays";

const board = fromMelds([["r1", "r2", "r3"], ["k4", "k5", "k6"]], ["b7", "r4"], EMPTY);
const box = { width: 600, height: 300 };
const table: Table = {
  board,
  felt: flow([3, 3], box),
  origin: { x: 10, y: 5 },
  rack: shelvesFor(2, { width: 620, height: 500 }),
  rackTop: 310,
  width: 620,
  chosen: [],
  editable: true,
};
const of = (tile: string) => drawnAt(table).find(({ piece }) => piece.tile === tile)!;
const middle = (tile: string) => {
  const { x, y, size } = of(tile);
  return { x: x + size / 2, y: y + size / 2 };
};
const drag = (tile: string, to: { x: number; y: number }): Held => ({
  pointer: 1, ids: [of(tile).piece.id], from: middle(tile), at: to, dragging: true, touch: false, panning: false,
});

test("a point on a tile, or near its meld, is at that meld", () => {
  expect(besides(table, middle("r2"))).toBe(of("r2").piece.id);
  const { x, y } = middle("r3");
  expect(besides(table, { x: x + of("r3").size / 2 + 8, y })).toBe(of("r3").piece.id);
  expect(besides(table, { x: 2, y: 290 })).toBeNull();
});

test("a tile let go on a meld joins it, on free felt it is a new one, on the rack it is put in order", () => {
  expect(dropped(drag("r4", middle("r2")), table).join).toEqual({ ids: [of("r4").piece.id], beside: of("r2").piece.id });
  expect(dropped(drag("r4", { x: 20, y: 295 }), table).fresh).toEqual([of("r4").piece.id]);
  expect(dropped(drag("r4", middle("b7")), table).rack?.slot).toBe(0);
});

test("when it is not our turn only the rack can be put in order", () => {
  const others = { ...table, editable: false };
  expect(dropped(drag("r4", middle("r2")), others)).toEqual({ chosen: [] });
  expect(tappedTile(of("r2").piece.id, others).chosen).toEqual([]);
  expect(tappedTile(of("r4").piece.id, others).chosen).toEqual([of("r4").piece.id]);
});

test("a tap chooses, a second tap says where to", () => {
  const chosen = [of("r4").piece.id];
  expect(tappedTile(of("r2").piece.id, { ...table, chosen }).join?.beside).toBe(of("r2").piece.id);
  expect(tappedRoom({ x: 20, y: 295 }, { ...table, chosen }).fresh).toEqual(chosen);
  expect(tappedTile(chosen[0]!, { ...table, chosen }).chosen).toEqual([]);
  expect(tappedTile(of("b7").piece.id, { ...table, chosen }).chosen).toHaveLength(2);
});
