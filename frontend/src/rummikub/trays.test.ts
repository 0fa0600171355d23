import { expect, test } from "vitest";
import { EMPTY, takeBack, type Board } from "./board";
import { asBefore, draftedMelds, fromMelds, fromTileOn, join, layNew, markedIn, melds, wouldTake } from "./trays";

const rows = (text: string) => text.split(" | ").map((meld) => meld.split(" "));
const board = (table: string, rack: string) => fromMelds(table ? rows(table) : [], rack.split(" "), EMPTY);
const shown = (b: Board) => melds(b).map((meld) => meld.join(" ")).join(" | ");
const id = (b: Board, tile: string, from: "felt" | "rack" = "rack") => b[from].find((p) => p.tile === tile)!.id;
const joined = (b: Board, tile: string, to: string) => join(b, [id(b, tile)], id(b, to, "felt"));

test("a tile put anywhere on a run goes where it belongs, and no neighbour is touched", () => {
  const b = board("r5 r6 r7 | k1 k2 k3", "r8 r4");
  expect(shown(joined(b, "r8", "r5"))).toBe("r5 r6 r7 r8 | k1 k2 k3");
  expect(shown(joined(b, "r4", "r7"))).toBe("r4 r5 r6 r7 | k1 k2 k3");
});

test("a tile in the middle of a run parts it", () => {
  const b = board("r1 r2 r3 r4 r5 r6 r7 r8 | k1 k2 k3", "r5");
  expect(shown(joined(b, "r5", "r2"))).toBe("r1 r2 r3 r4 r5 | r5 r6 r7 r8 | k1 k2 k3");
});

test("two tiles part a run in two moves", () => {
  const b = board("r4 r5 r6 r7", "r5 r6");
  const once = joined(b, "r5", "r4");
  expect(shown(once)).toBe("r4 r5 | r5 r6 r7");
  expect(shown(joined(once, "r6", "r4"))).toBe("r4 r5 r6 | r5 r6 r7");
});

test("both at once as well", () => {
  const b = board("r4 r5 r6 r7", "r5 r6");
  expect(shown(join(b, [id(b, "r5"), id(b, "r6")], id(b, "r4", "felt")))).toBe("r4 r5 r6 | r5 r6 r7");
});

test("a tile that fits nowhere in a meld stands beside it", () => {
  const b = board("r5 r6 r7 | k1 k2 k3", "b9 r7");
  expect(shown(joined(b, "b9", "r5"))).toBe("r5 r6 r7 | b9 | k1 k2 k3");
  expect(shown(joined(b, "r7", "r5"))).toBe("r5 r6 r7 | r7 | k1 k2 k3");
  expect(wouldTake(b, [id(b, "b9")], id(b, "r5", "felt"))).toBe(false);
  expect(wouldTake(b, [id(b, "b9")], id(b, "k1", "felt"))).toBe(false);
});

test("melds join when one is put to the other, and part from a tile on", () => {
  const b = board("r1 r2 r3 | r4 r5 r6", "k9");
  const one = join(b, [...b.trays![1]!], b.trays![0]![0]!);
  expect(shown(one)).toBe("r1 r2 r3 r4 r5 r6");
  const half = fromTileOn(one, id(one, "r4", "felt"));
  expect(half).toHaveLength(3);
  expect(shown(layNew(one, half))).toBe("r1 r2 r3 | r4 r5 r6");
});

test("a new meld of the rack comes last, a whole meld let go on the felt stays where it was", () => {
  const b = board("r1 r2 r3 | k4 k5 k6", "b7 r7 k7");
  expect(shown(layNew(b, b.rack.map((p) => p.id)))).toBe("r1 r2 r3 | k4 k5 k6 | k7 b7 r7");
  expect(layNew(b, b.trays![0]!)).toBe(b);
});

test("a tile put on the joker that stands for it takes its place; the joker lies beside", () => {
  const b = board("r8 r9 j", "r10");
  const joker = id(b, "j", "felt");
  expect(shown(join(b, [id(b, "r10")], joker, "r10"))).toBe("r8 r9 r10 | j");
  expect(shown(joined(b, "r10", "r8"))).toBe("r8 r9 r10 j");
});

test("an own tile goes back to the rack and its meld closes up", () => {
  const b = board("r5 r6 r7", "r8 k1");
  const laid = joined(b, "r8", "r5");
  expect(laid.mine.size).toBe(1);
  const back = takeBack(laid, id(laid, "r8", "felt"));
  expect(shown(back)).toBe("r5 r6 r7");
  expect(back.rack.map((p) => p.tile).sort()).toEqual(["k1", "r8"]);
  const alone = layNew(b, [id(b, "k1")]);
  expect(shown(takeBack(alone, id(alone, "k1", "felt")))).toBe("r5 r6 r7");
});

test("pieces are known again after the server has told the table anew", () => {
  const b = board("r1 r2 r3 | r1 r2 r3 | k4 k5 k6", "r4 b1");
  const laid = joined(b, "r4", "r1");
  const told = fromMelds(melds(laid), ["b1"], laid);
  expect(told.felt.map((p) => p.id)).toEqual(laid.felt.map((p) => p.id));
  expect(told.rack.map((p) => p.id)).toEqual(laid.rack.map((p) => p.id));
});

test("the own draft comes back: of two equal tiles that in the changed meld is ours", () => {
  const start = board("r5 r6 r7 | k1 k2 k3", "r5 b5 k5 b9");
  const back = draftedMelds(rows("r5 r6 r7 | k1 k2 k3 | k5 b5 r5"), rows("r5 r6 r7 | k1 k2 k3"), ["r5", "b5", "k5", "b9"], start);
  expect(back.rack.map((p) => p.tile)).toEqual(["b9"]);
  expect(back.trays![2]!.every((one) => back.mine.has(one))).toBe(true);
  expect(back.mine.size).toBe(3);
});

test("a table tile that was in the hand when the page went lies by itself", () => {
  const back = draftedMelds(rows("r5 r6"), rows("r5 r6 r7"), ["b9"], EMPTY);
  expect(shown(back)).toBe("r5 r6 | r7");
  expect(back.mine.size).toBe(0);
});

test("of two equal melds the one laid last is new, drafted or played", () => {
  const rows2 = rows("r5 r6 r7 | r5 r6 r7");
  const told = fromMelds(rows2, [], EMPTY);
  expect(asBefore(told, rows("r5 r6 r7"))).toEqual([true, false]);
  const marked = markedIn(told, ["r5", "r6", "r7"], rows("r5 r6 r7"));
  expect([...marked].sort()).toEqual([...told.trays![1]!].sort());
  const b = board("r5 r6 r7", "r5 r6 r7");
  const drafted = layNew(b, b.rack.map((piece) => piece.id));
  expect(asBefore(drafted, rows("r5 r6 r7"))).toEqual([true, false]);
});
