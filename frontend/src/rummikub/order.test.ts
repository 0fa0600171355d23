import { expect, test } from "vitest";
import { inOrder, partedAt, replaces, standTogether } from "./order";

const row = (text: string) => text.split(" ").map((tile) => ({ tile }));
const text = (tiles: { tile: string }[]) => tiles.map(({ tile }) => tile).join(" ");

test.each([
  ["r7 r5 r6", "r5 r6 r7"],
  ["r7 b7 k7", "k7 b7 r7"],
  ["r5 r7 j", "r5 j r7"],
  ["j r5 r7", "r5 j r7"],
  ["j r5 r6", "j r5 r6"],
  ["r5 r6 j", "r5 r6 j"],
  ["j r1 r2", "r1 r2 j"],
  ["r12 r13 j", "j r12 r13"],
  ["r5 j j r8", "r5 j j r8"],
  ["j r7 b7", "b7 r7 j"],
  ["r5 b9 k1", "r5 b9 k1"],
  ["j", "j"],
])("%s stands as %s", (tiles, expected) => {
  expect(text(inOrder(row(tiles)))).toBe(expected);
});

test("numbers of one colour or colours of one number stand together, others do not", () => {
  expect(standTogether(row("r1 r9"))).toBe(true);
  expect(standTogether(row("r7 b7 j"))).toBe(true);
  expect(standTogether(row("r7 b8"))).toBe(false);
  expect(standTogether(row("r7 b7 r7"))).toBe(false);
});

test("a second tile of a number parts a run in its middle, never at its ends", () => {
  expect(partedAt(row("r1 r2 r3 r4 r5"), { tile: "r3" })).toBe(2);
  expect(partedAt(row("r1 r2 r3"), { tile: "r3" })).toBe(-1);
  expect(partedAt(row("r1 r2 r3"), { tile: "r1" })).toBe(-1);
  expect(partedAt(row("r7 b7 k7"), { tile: "b7" })).toBe(-1);
});

test("a tile takes the place of the joker that stands for it", () => {
  expect(replaces(row("r8 r9 j"), { tile: "r10" }, "r10")).toBe(true);
  expect(replaces(row("r8 r9 j"), { tile: "r7" }, "r10")).toBe(false);
  expect(replaces(row("r7 b7 j"), { tile: "k7" }, "7")).toBe(true);
  expect(replaces(row("r7 b7 j"), { tile: "r7" }, "7")).toBe(false);
});
