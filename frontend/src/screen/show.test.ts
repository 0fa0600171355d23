import { expect, test } from "vitest";
import type { Slide } from "./scenes";
import { Show } from "./show.svelte";

const slide = (scene: Slide["scene"], page = 0, pages = 1): Slide => ({ scene, page, pages });
const seating = [slide("names", 0, 2), slide("names", 1, 2), slide("tables")];

function show(): Show {
  const made = new Show();
  made.play(seating);
  return made;
}

test("slides follow each other by themselves, round and round", () => {
  const loop = show();
  const seen = new Set<number>();
  for (let second = 0; second < 60; second++) {
    seen.add(loop.at);
    loop.tick();
  }
  expect(seen).toEqual(new Set([0, 1, 2]));
});

test("a hand stops them, goes on and back, and picks a scene", () => {
  const loop = show();
  loop.paused = true;
  for (let second = 0; second < 60; second++) loop.tick();
  expect(loop.at).toBe(0);
  loop.step(-1);
  expect(loop.at).toBe(2);
  loop.step(1);
  expect(loop.at).toBe(0);
  loop.jump(2);
  expect(loop.slide?.scene).toBe("tables");
  loop.jump(9);
  expect(loop.slide?.scene).toBe("tables");
});

test("news do not throw the loop back, another programme does", () => {
  const loop = show();
  loop.step(1);
  loop.play([...seating]);
  expect(loop.at).toBe(1);
  loop.play([slide("clock"), slide("standings")]);
  expect(loop.at).toBe(0);
});

test("a page picked elsewhere stays until it is let go", () => {
  const loop = show();
  loop.play(seating, 2);
  for (let second = 0; second < 60; second++) loop.tick();
  expect(loop.at).toBe(1);
  loop.play(seating, 99);
  expect(loop.at).toBe(2);
  loop.play(seating);
  for (let second = 0; second < 60; second++) loop.tick();
  expect(loop.slide).toBeDefined();
});

test("after a cut the same programme begins anew: what changed is seen at once", () => {
  const loop = new Show();
  loop.play(seating, 0, "1");
  loop.step(-1);
  loop.play(seating, 0, "1");
  expect(loop.at).toBe(2);
  loop.play(seating, 0, "2");
  expect(loop.at).toBe(0);
});
