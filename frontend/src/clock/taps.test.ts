import { expect, test } from "vitest";
import { TAP_APART_MS, Taps } from "./taps";

test("a second touch of the same place is none", () => {
  const taps = new Taps();
  expect(taps.isSecond({ x: 100, y: 100, at: 0 })).toBe(false);
  expect(taps.isSecond({ x: 110, y: 95, at: 200 })).toBe(true);
  // A third one soon after the second is no better.
  expect(taps.isSecond({ x: 100, y: 100, at: 600 })).toBe(true);
  expect(taps.isSecond({ x: 100, y: 100, at: 600 + TAP_APART_MS })).toBe(false);
});

test("two people press keys of their own at once", () => {
  const taps = new Taps();
  expect(taps.isSecond({ x: 20, y: 300, at: 0 })).toBe(false);
  expect(taps.isSecond({ x: 350, y: 300, at: 50 })).toBe(false);
});
