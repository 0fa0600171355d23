import { expect, test } from "vitest";
import type { Hall, PublicPage } from "./shapes";
import { clockFace, roundTime } from "./times";

const hall: Hall = {
  seq: 1,
  shown: null,
  scene: null,
  now: 0,
  round: 2,
  running: true,
  left_ms: 60_000,
  time_called: false,
  paused: 0,
  pause_reason: "",
  break_ms: null,
  call: null,
  referee: [],
  differing: [],
};

test("the time of a round counts down on the device and never below zero", () => {
  expect(roundTime(hall, 10_000)).toEqual({ phase: "running", left_ms: 50_000 });
  expect(roundTime(hall, 70_000)).toEqual({ phase: "running", left_ms: 0 });
});

test("a pause stops it, a call of time ends it", () => {
  expect(roundTime({ ...hall, paused: 2, running: false }, 9000)).toEqual({ phase: "paused", left_ms: 60_000 });
  expect(roundTime({ ...hall, paused: 1 }, 9000)).toEqual({ phase: "paused", left_ms: null });
  expect(roundTime({ ...hall, time_called: true, running: false }, 0).phase).toBe("last_moves");
});

test("a round whose results are all there has no time any more", () => {
  const page = (missing: number) =>
    ({ overview: { finished: false }, round: { round: 2, missing } }) as unknown as PublicPage;
  expect(roundTime({ ...hall, time_called: true }, 0, page(1)).phase).toBe("last_moves");
  expect(roundTime({ ...hall, time_called: true }, 0, page(0)).phase).toBe("none");
  expect(roundTime(hall, 0, page(0)).phase).toBe("none");
});

test("the time of an earlier round is not told of the one that is published", () => {
  const page = (round: number) => ({ overview: { finished: false }, round: { round, missing: 9 } }) as unknown as PublicPage;
  expect(roundTime(hall, 0, page(3))).toEqual({ phase: "none", left_ms: null });
  expect(roundTime({ ...hall, time_called: true }, 0, page(3)).phase).toBe("none");
  expect(roundTime(hall, 0, page(1)).phase).toBe("running"); // the page is on its way
});

test("a break counts down and is over by itself", () => {
  const pause = { ...hall, round: null, left_ms: null, break_ms: 5000 };
  expect(roundTime(pause, 2000)).toEqual({ phase: "break", left_ms: 3000 });
  expect(roundTime(pause, 6000)).toEqual({ phase: "none", left_ms: null });
});

test("nothing is known before the hall has said something", () => {
  expect(roundTime(null, 0)).toEqual({ phase: "none", left_ms: null });
});

test.each([
  [0, "0:00"],
  [1, "0:01"],
  [307_000, "5:07"],
  [3_907_000, "1:05:07"],
])("%i ms reads %s", (ms, face) => expect(clockFace(ms)).toBe(face));
