import { expect, test } from "vitest";
import { isOver, scanned } from "./scan";
import type { Overview } from "./shapes";

const overview = (next: string, rounds: number, finished = false) =>
  ({ finished, rounds: Array.from({ length: rounds }, (_, i) => ({ round: i + 1 })), next: { next } }) as unknown as Overview;

test("an old paper promises nothing any more", () => {
  const [sheet, slip] = [scanned("?round=1&table=2")!, scanned("?slip=2B")!];
  expect([isOver(sheet, overview("play", 1)), isOver(sheet, overview("play", 2))]).toEqual([false, true]);
  expect([isOver(slip, overview("draw", 0)), isOver(slip, overview("play", 1))]).toEqual([false, true]);
  for (const one of [sheet, slip]) expect(isOver(one, overview("nothing", 1, true))).toBe(true);
});
