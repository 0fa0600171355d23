import { expect, test } from "vitest";
import type { Flow } from "./flow";
import { flowOn, Memory } from "./staying";

const box = { width: 900, height: 430 };
const phone = { width: 378, height: 330 };
/** Trays of so many tiles; ids from 10 for the first, 20 for the second and so on. */
const of = (...lengths: number[]): number[][] => lengths.map((length, i) => Array.from({ length }, (_, at) => 10 * (i + 1) + at));
const where = ({ trays, ids }: Flow, id: number, { size }: Flow): [number, number] => {
  const tray = ids.findIndex((one) => one.includes(id));
  return [trays[tray]!.x + ids[tray]!.indexOf(id) * size, trays[tray]!.y];
};
const moved = (before: Flow, after: Flow): number[] =>
  before.ids.flat().filter((id) => after.ids.flat().includes(id) && where(before, id, before).join() !== where(after, id, after).join());

test.each([box, phone])("melds that come one by one move none of those that lie ($width px)", (room) => {
  let felt = flowOn([], room, null);
  for (const count of [1, 2, 3, 4, 5]) {
    const after = flowOn(of(...Array.from({ length: count }, () => 3)), room, felt);
    if (after.size === felt.size) expect(moved(felt, after)).toEqual([]);
    felt = after;
  }
  expect(flowOn(of(3), box, flowOn([], box, null)).size).toBe(flowOn(of(3, 3, 3), box, null).size);
});

test("a tile put to a meld, before it or behind it, moves no other tile while there is room", () => {
  const before = flowOn(of(3, 3, 3), box, null);
  expect(moved(before, flowOn([...of(3, 3), [30, 31, 32, 33]], box, before))).toEqual([]);
  const grown = flowOn([[10, 11, 12, 13], ...of(3, 3, 3).slice(1)], box, before);
  expect(moved(before, grown).some((id) => id < 20)).toBe(false);
});

test("a run that grows beside a meld moves it never: grown out of its row it begins the next", () => {
  let felt = flowOn(of(3), phone, null);
  for (const length of [1, 2, 3, 4, 5, 6, 7]) {
    const after = flowOn([...of(3), of(3, length)[1]!], phone, felt);
    expect(moved(felt, after).filter((id) => id < 20)).toEqual([]);
    felt = after;
  }
});

test.each([{ width: 660, height: 200 }, box])("a tile put to any meld of a felt with room moves no other ($width px)", (room) => {
  const lying = of(3, 4, 3, 3, 3);
  const before = flowOn(lying, room, null);
  for (const [i, grown] of lying.entries()) {
    const after = flowOn(lying.map((ids, n) => (n === i ? [...grown, 99] : ids)), room, before);
    expect(moved(before, after)).toEqual([]);
  }
});

test("a meld that is taken away leaves its place empty", () => {
  const before = flowOn(of(3, 3, 3), box, null);
  const [first, , last] = of(3, 3, 3);
  expect(moved(before, flowOn([first!, last!], box, before))).toEqual([]);
});

test("a run that is parted pushes only what stands behind it in its row", () => {
  const before = flowOn(of(3, 7, 3, 4, 3, 5), box, null);
  const [a, run, ...rest] = of(3, 7, 3, 4, 3, 5);
  const after = flowOn([a!, run!.slice(0, 3), [99, ...run!.slice(3)], ...rest], box, before);
  const row = before.trays[1]!.row;
  for (const id of moved(before, after)) {
    const tray = before.ids.findIndex((ids) => ids.includes(id));
    expect(before.trays[tray]!.row).toBe(row);
    expect(tray).toBeGreaterThanOrEqual(1);
  }
});

test("whatever changes, all stays in sight, in order and apart", () => {
  let lengths = [3];
  let felt: Flow | null = null;
  for (let i = 0; i < 60; i++) {
    const at = (i * 7) % lengths.length;
    if (i % 3 === 0) lengths = [...lengths, 3 + (i % 2)];
    else if (i % 7 === 5 && lengths.length > 2) lengths = lengths.filter((_, one) => one !== at);
    else lengths = lengths.map((length, one) => (one === at && length < 12 ? length + 1 : length));
    felt = flowOn(of(...lengths), phone, felt);
    const all = [...felt.trays, felt.free];
    for (const [one, spot] of all.entries()) {
      expect(spot.x).toBeGreaterThanOrEqual(0);
      expect(spot.x + spot.width).toBeLessThanOrEqual(phone.width + 0.01);
      if (felt.size > 12) expect(spot.y + spot.height).toBeLessThanOrEqual(phone.height);
      const next = all[one + 1];
      if (next) expect(next.row > spot.row || next.x >= spot.x + spot.width).toBe(true);
    }
  }
});

test("a lower felt lays nothing anew while all is in sight", () => {
  const before = flowOn(of(3, 3, 3), box, null);
  expect(moved(before, flowOn(of(3, 3, 3), { ...box, height: box.height - 60 }, before))).toEqual([]);
});

test("a felt that comes back lies where it lay", () => {
  const memory = new Memory();
  const lay = (trays: number[][], before: Flow | null) => memory.flowOn(trays.join("|"), trays, box, before);
  const trays = of(3, 4, 3, 3, 5);
  const begun = lay(trays, null);
  let felt = begun;
  for (const length of [4, 5, 6, 7]) felt = lay([trays[0]!.concat(90, 91, 92, 93).slice(0, length), ...trays.slice(1)], felt);
  expect(moved(begun, felt)).not.toEqual([]);
  expect(moved(begun, lay(trays, felt))).toEqual([]);
});
