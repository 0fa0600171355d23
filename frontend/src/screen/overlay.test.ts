import { expect, test } from "vitest";
import { overlayOf } from "./overlay";

test("a layer is shown only where it is asked for", () => {
  expect(overlayOf("")).toBeNull();
  expect(overlayOf("?lang=en")).toBeNull();
  expect(overlayOf("?overlay")?.parts).toEqual(["clock", "table", "standings"]);
  expect(overlayOf("?overlay=standings,clock")?.parts).toEqual(["clock", "standings"]);
});

test("nonsense in the address shows what is usual", () => {
  const usual = { parts: ["clock", "table", "standings"], table: 0, rows: 8, scale: 1 };
  expect(overlayOf("?overlay=x&table=&rows=many&scale=")).toEqual(usual);
  expect(overlayOf("?overlay&rows=900&scale=1&table=3")).toEqual({ ...usual, rows: 20, scale: 0.5, table: 3 });
});
