import { expect, test } from "vitest";
import { flow as laid, pushed, rackWidth, shelvesFor, slotAt, slotSpot, zoomed, type Flow } from "./flow";

const CROWDED = [8, 6, 5, 4, 4, 4, 3, 3, 3, 3, 3, 3, 4, 3, 3, 3, 3];

/** Trays of so many tiles. */
function of(...lengths: number[]): number[][] {
  let id = 1;
  return lengths.map((length) => Array.from({ length }, () => id++));
}

const flow = (lengths: number[], box: { width: number; height: number }) => laid(of(...lengths), box);

function apart({ trays, free }: Flow): boolean {
  const all = [...trays, free];
  return all.every((a, i) =>
    all.every((b, j) => i === j || a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y),
  );
}

test.each([
  [344, 300],
  [374, 440],
  [844, 190],
  [900, 430],
  [1450, 640],
])("65 tiles are in sight in %i × %i", (width, height) => {
  const found = flow(CROWDED, { width, height });
  for (const spot of [...found.trays, found.free]) {
    expect(spot.x).toBeGreaterThanOrEqual(0);
    expect(spot.x + spot.width).toBeLessThanOrEqual(width);
    expect(spot.y + spot.height).toBeLessThanOrEqual(height);
  }
  expect(apart(found)).toBe(true);
});

test("few tiles are large, and none is larger than it should be", () => {
  expect(flow([3], { width: 900, height: 400 }).size).toBe(52);
});

test("the rack holds 31 tiles and every slot is found again", () => {
  for (const box of [{ width: 360, height: 500 }, { width: 844, height: 280 }, { width: 1366, height: 640 }]) {
    const rack = shelvesFor(31, box);
    expect(rack.perShelf * rack.shelves).toBeGreaterThanOrEqual(31);
    expect(rack.height).toBeLessThanOrEqual(box.height * 0.46);
    for (let slot = 0; slot < 31; slot++) {
      const spot = slotSpot(rack, slot, box.width, 200);
      expect(spot.x).toBeGreaterThanOrEqual(0);
      expect(spot.x + spot.width).toBeLessThanOrEqual(box.width);
      expect(slotAt(rack, { x: spot.x + spot.width / 2, y: spot.y + 5 }, box.width, 200)).toBe(slot);
    }
  }
});

test("a tile more or less does not lay the rack anew while it fits", () => {
  const box = { width: 390, height: 600 };
  const before = shelvesFor(14, box);
  expect(shelvesFor(15, box, before).size).toBe(before.size);
  expect(shelvesFor(13, box, before).size).toBe(before.size);
});

test("a shelf that has become empty goes when nobody's hand is on the tiles", () => {
  const box = { width: 390, height: 600 };
  const many = shelvesFor(20, box);
  expect(many.shelves).toBe(3);
  expect(shelvesFor(9, box, many)).toBe(many);
  expect(shelvesFor(9, box, many, true).shelves).toBe(2);
});

test("a rack of one shelf is as long as its tiles want and never longer than the screen", () => {
  const few = shelvesFor(14, { width: 1366, height: 640 });
  expect(rackWidth(few)).toBeLessThan(1366);
  expect(shelvesFor(18, { width: 1366, height: 640 }, few)).toBe(few);
  for (const tiles of [14, 23, 31]) expect(rackWidth(shelvesFor(tiles, { width: 1366, height: 640 }))).toBeLessThanOrEqual(1366);
});

test("a felt drawn larger grows alike everywhere and is pushed no further than its edges", () => {
  const box = { width: 374, height: 440 };
  const felt = flow(CROWDED, box);
  const large = zoomed(felt, 2);
  expect(large.size).toBe(2 * felt.size);
  expect(large.trays[3]).toEqual({ row: felt.trays[3]!.row, x: 2 * felt.trays[3]!.x, y: 2 * felt.trays[3]!.y, width: 2 * felt.trays[3]!.width, height: 2 * felt.trays[3]!.height });
  expect(pushed(box, 2, { x: -9999, y: 50 })).toEqual({ x: -374, y: 0 });
  expect(pushed(box, 1, { x: -50, y: -50 })).toEqual({ x: 0, y: 0 });
});
