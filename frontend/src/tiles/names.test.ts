import { expect, test } from "vitest";
import { app } from "../lib/app.svelte";
import { marksSpoken } from "./names";

test("tiles in a sentence are called by their colours, jokers by what they stand for", () => {
  app.lang = "en";
  expect(marksSpoken("Too few tiles: 1◆ 2◆. Add some.")).toBe("Too few tiles: 1 red, 2 red. Add some.");
  expect(marksSpoken("lays 7● ★=8● ★ ★=9")).toBe("lays 7 black, joker as 8 black, joker, joker as 9");
  expect(marksSpoken("3 of 4")).toBe("3 of 4");
});
