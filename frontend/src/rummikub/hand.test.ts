import { expect, test } from "vitest";
import { EMPTY } from "./board";
import { flow, RATIO, shelvesFor } from "./flow";
import type { Held } from "./gesture";
import { besides, drawnAt, dropped, liftOn, tappedRoom, tappedTile, type Table } from "./hand";
import { fromMelds, layNew } from "./trays";

const board = fromMelds([["r1", "r2", "r3"], ["k4", "k5", "k6"]], ["b7", "r4"], EMPTY);
const box = { width: 600, height: 300 };
const table: Table = {
  board,
  felt: flow(board.trays!, box),
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
  pointer: 1, ids: [of(tile).piece.id], from: middle(tile), at: to, dragging: true, touch: false, lift: 0, panning: false,
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

const byFinger = (tile: string, to: { x: number; y: number }): Held => ({ ...drag(tile, to), touch: true, lift: liftOn(table.felt) });
const feltOf = (tile: string) => {
  const { x, y, size } = of(tile);
  return { x: x + size / 2, y: y + (size * RATIO) / 2 };
};

test("a tile that touches a meld it fits goes into it, wherever on the meld the finger is", () => {
  const { x, y } = feltOf("r3");
  const high = (of("r3").size * RATIO) / 2;
  for (const below of [-high, -10, 0, 10, high, high + liftOn(table.felt) - 4]) {
    expect(dropped(byFinger("r4", { x, y: y + below }), table).join?.beside, `${below}`).toBe(of("r3").piece.id);
  }
});

test("what fits nowhere near is put where it was let go, and the place for a new meld makes a new one", () => {
  const { x, y } = feltOf("r3");
  expect(dropped(byFinger("b7", { x, y: y + liftOn(table.felt) }), table).join?.beside).toBe(of("r3").piece.id);
  const { free } = table.felt;
  const beside = { x: table.origin.x + free.x + 3, y: table.origin.y + free.y + 20 };
  const fits = { ...table, board: fromMelds([["r1", "r2", "r3"], ["r5", "r6", "r7"]], ["r4", "r8"], board) };
  const r8 = drawnAt(fits).find(({ piece }) => piece.tile === "r8")!;
  const held = { ...drag("b7", beside), ids: [r8.piece.id], from: { x: r8.x + 5, y: r8.y + 5 } };
  expect(dropped(held, fits).fresh).toEqual([r8.piece.id]);
});

test("on small tiles the finger and the tile above it mean the same row", () => {
  const small = fromMelds([["r1", "r2", "r3"], ["r5", "r6", "r7"], ["k4", "k5", "k6"]], ["r4"], EMPTY);
  const felt = flow(small.trays!, { width: 130, height: 170 });
  const here = { ...table, board: small, felt };
  const at = (tile: string) => drawnAt(here).find(({ piece }) => piece.tile === tile)!;
  const centre = (tile: string) => ({ x: at(tile).x + felt.size / 2, y: at(tile).y + (felt.size * RATIO) / 2 });
  expect(at("r5").y - at("r1").y).toBeGreaterThan(0); // one row under the other
  expect(at("r5").y - at("r1").y).toBeLessThan(60);
  for (const tile of ["r4", "k4"]) {
    const lift = liftOn(felt);
    const held = { ...drag("r4", centre("r6")), ids: [at(tile).piece.id], from: centre(tile), touch: true, lift };
    expect(dropped(held, here).join?.beside, tile).toBe(at("r6").piece.id);
    const seen = { ...held, at: { x: held.at.x, y: held.at.y + lift } };
    expect(dropped(seen, here).join?.beside, `${tile} seen`).toBe(at("r6").piece.id);
  }
});

test("a finger that puts the rack in order lays nothing on the felt", () => {
  const { x, y } = middle("b7");
  expect(dropped(byFinger("r4", { x: x - 5, y }), table).rack?.slot).toBe(0);
});

test("tile, felt, tile, felt goes on with the meld that was begun, and the new place begins another", () => {
  const laid = layNew(fromMelds([["k4", "k5", "k6"]], ["r7", "r8", "r9", "b1"], EMPTY), []);
  const id = (tile: string) => [...laid.rack, ...laid.felt].find((piece) => piece.tile === tile)!.id;
  const begun = layNew(laid, [id("r7")]);
  const here = { ...table, board: begun, felt: flow(begun.trays!, box) };
  const away = { x: 20, y: 295 };
  expect(tappedRoom(away, { ...here, chosen: [id("r8")] }).join?.beside).toBe(id("r7"));
  expect(tappedRoom(away, { ...here, chosen: [id("b1")] }).fresh).toEqual([id("b1")]);
  const { free } = here.felt;
  expect(tappedRoom({ x: 15 + free.x + 20, y: 10 + free.y + 20 }, { ...here, chosen: [id("r8")] }).fresh).toEqual([id("r8")]);
});
