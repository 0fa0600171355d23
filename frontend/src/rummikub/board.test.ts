import { expect, test } from "vitest";
import { drafted, EMPTY, freeRoom, fromServer, places, put, reorder, sorted, takeBack, together, type Place } from "./board";

const RACK = ["r7", "b7", "j", "k7", "r5", "r6"];
const start = () => fromServer([["k1", 0, 0], ["k2", 30, 0], ["k3", 60, 0]], RACK, EMPTY);
const tiles = (pieces: { tile: string }[]) => pieces.map((piece) => piece.tile).join(" ");
const idOf = (board: ReturnType<typeof start>, tile: string) =>
  [...board.felt, ...board.rack].find((piece) => piece.tile === tile)!.id;

test("a tile that lies where it lay keeps its piece", () => {
  const before = start();
  const after = fromServer(places(before), RACK, before);
  expect(after.felt.map((p) => p.id)).toEqual(before.felt.map((p) => p.id));
  expect(after.rack.map((p) => p.id)).toEqual(before.rack.map((p) => p.id));
});

test("two equal tiles are two pieces", () => {
  const board = fromServer([], ["r5", "r5"], EMPTY);
  expect(new Set(board.rack.map((p) => p.id)).size).toBe(2);
});

test("tiles go from the rack to the felt and back, and none is lost", () => {
  const board = start();
  const laid = put(board, [idOf(board, "r7")], 200, 100);
  expect(tiles(laid.rack)).toBe("b7 j k7 r5 r6");
  expect(laid.mine.size).toBe(1);
  const back = takeBack(laid, idOf(laid, "r7"), 0);
  expect(tiles(back.rack)).toBe("r7 b7 j k7 r5 r6");
  expect(back.mine.size).toBe(0);
});

test("the table's own tiles do not go to the rack", () => {
  const board = start();
  expect(takeBack(board, idOf(board, "k1"))).toBe(board);
});

test("a tile falls into line with the meld it is dropped beside", () => {
  const board = start();
  const laid = put(board, [idOf(board, "r5")], 97, 6);
  const piece = laid.felt.find((one) => one.tile === "r5")!;
  expect([piece.x, piece.y]).toEqual([90, 0]);
});

test("a long press takes the whole meld, which keeps its shape", () => {
  const board = start();
  const meld = together(board, idOf(board, "k2"));
  const moved = put(board, meld, 300, 200);
  expect(places(moved)).toEqual([["k1", 300, 200], ["k2", 330, 200], ["k3", 360, 200]]);
});

test("789 sorts by runs, 777 by groups, jokers last", () => {
  expect(tiles(sorted(start(), "runs").rack)).toBe("k7 b7 r5 r6 r7 j");
  expect(tiles(sorted(start(), "groups").rack)).toBe("r5 r6 k7 b7 r7 j");
});

test("a tile moves to another slot of the rack", () => {
  const board = start();
  expect(tiles(reorder(board, idOf(board, "r6"), 0).rack)).toBe("r6 r7 b7 j k7 r5");
});

test("free room is beside what lies there, never on it", () => {
  expect(freeRoom(start(), 3)).toEqual({ x: 126, y: 0 });
});

test("a draft comes back as the server holds it: our tiles on the felt, the rest on the rack", () => {
  const felt: Place[] = [["k1", 0, 0], ["k2", 30, 0], ["k3", 60, 0]];
  const board = drafted([["k1", 0, 0], ["k2", 30, 0], ["k3", 60, 0], ["k4", 90, 0]], felt, ["r7", "k4", "b7"], EMPTY);
  expect(places(board)).toContainEqual(["k4", 90, 0]);
  expect(tiles(board.rack)).toBe("r7 b7");
  expect([...board.mine]).toEqual([idOf(board, "k4")]);
});

test("of two equal tiles of a draft the one that did not lie there is ours", () => {
  const felt: Place[] = [["r5", 100, 0]];
  const board = drafted([["r5", 300, 48], ["r5", 100, 0]], felt, ["r5", "b7"], EMPTY);
  expect(board.felt.filter((p) => board.mine.has(p.id)).map((p) => p.x)).toEqual([300]);
  expect(tiles(board.rack)).toBe("b7");
});

test("a tile of the table that was in the hand lies where it lay", () => {
  const felt: Place[] = [["k1", 0, 0], ["k2", 30, 0]];
  const board = drafted([["k1", 0, 0]], felt, ["b7"], EMPTY);
  expect(places(board)).toContainEqual(["k2", 30, 0]);
  expect(board.mine.size).toBe(0);
});

test("a tile dropped on another lies beside it, not behind", () => {
  const board = start();
  const laid = put(board, [idOf(board, "r7")], 32, 4);
  const mine = laid.felt.find((p) => p.tile === "r7")!;
  const hidden = laid.felt.some((p) => p !== mine && Math.abs(p.x - mine.x) < 18 && Math.abs(p.y - mine.y) < 30);
  expect(hidden).toBe(false);
});
