import { expect, test } from "vitest";
import { numberIn, points } from "./points";

test("people read a true minus sign, machines their own", () => {
  expect([points(-30), points("-1.5"), points("-7/3"), points(7), points("–")]).toEqual(["−30", "−1.5", "−7/3", "7", "–"]);
  expect(points("2026-11-17")).toBe("2026-11-17");
  expect(numberIn("−1,5")).toBe(-1.5);
});

test("no screen shows points without it", () => {
  const screens = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });
  const bare = Object.entries(screens).flatMap(([path, text]) =>
    [...text.matchAll(/\{[\w.]*\b(?:big_points|small_points)\}/g)].map((found) => `${path} ${found[0]}`),
  );
  expect(bare).toEqual([]);
});
