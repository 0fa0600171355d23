import { expect, test } from "vitest";
import { digits, gameLeftAt, leftAt, runOn, type Clock, type Kept, type Wish } from "./clock";

const seat = (entrant: number, percent = 100) => ({
  entrant,
  percent,
  used_ms: 0,
  flags: 0,
  announced: false,
  announced_before: false,
  seen: false,
});
const CLOCK: Clock = {
  seq: 4,
  round: 1,
  table: 3,
  phase: "playing",
  game: 1,
  games: 3,
  starter: 0,
  turn: 0,
  move: 5,
  running: true,
  left_ms: 30_000,
  move_ms: 40_000,
  held_by: [],
  flagged: false,
  waits: false,
  time_called: false,
  game_ms: 0,
  game_left_ms: null,
  game_time_over: false,
  one_move_each: true,
  bank_empty: false,
  until_all_pass: false,
  may_pass: false,
  passes: 0,
  may_restart: true,
  announce_before_game: false,
  last_moves: null,
  ending: null,
  seats: [seat(7), seat(8, 150), seat(9), seat(10)],
};
const wish = (made: number, asked: Wish): Kept => ({ ...asked, id: String(made), made });

test("without wishes it counts down from what the server told", () => {
  const running = runOn(CLOCK, 1000, []);
  expect(leftAt(running, 1000)).toBe(30_000);
  expect(leftAt(running, 6000)).toBe(25_000);
  expect(leftAt(running, 41_000)).toBe(-10_000);
});

test("a kept tap begins the next seat's move, with that seat's own time", () => {
  const running = runOn(CLOCK, 1000, [wish(3000, { t: "tap", seat: 0, move: 5 })]);
  expect([running.clock.turn, running.clock.move]).toEqual([1, 6]);
  expect(leftAt(running, 4000)).toBe(59_000);
});

test("three taps while cut off go round the table", () => {
  const taps = [0, 1, 2].map((n) => wish(2000 + 1000 * n, { t: "tap", seat: n, move: 5 + n }));
  const { clock } = runOn(CLOCK, 1000, taps);
  expect([clock.turn, clock.move]).toEqual([3, 8]);
});

test("a tap the server has counted already is not counted twice", () => {
  const told = { ...CLOCK, turn: 1, move: 6, left_ms: 60_000 };
  const { clock } = runOn(told, 1000, [wish(900, { t: "tap", seat: 0, move: 5 })]);
  expect([clock.turn, clock.move]).toEqual([1, 6]);
});

test("a pause stands until it is over", () => {
  const paused = runOn(CLOCK, 0, [wish(2000, { t: "pause", reason: "?" })]);
  expect(leftAt(paused, 60_000)).toBe(28_000);
  const on = runOn(CLOCK, 0, [
    wish(2000, { t: "pause", reason: "?" }),
    wish(60_000, { t: "resume" }),
  ]);
  expect(leftAt(on, 61_000)).toBe(27_000);
});

test("a move begun anew has its whole time again", () => {
  expect(leftAt(runOn(CLOCK, 0, [wish(9000, { t: "restart", move: 5 })]), 9000)).toBe(40_000);
});

test("the last of the last moves ends the game", () => {
  const last = { ...CLOCK, last_moves: 0 };
  expect(runOn(last, 0, [wish(1, { t: "tap", seat: 0, move: 5 })]).clock.phase).toBe("over");
});

test("an announcement counts before the flag, and after it no more", () => {
  const said = (made: number) => runOn(CLOCK, 0, [wish(made, { t: "announce", seat: CLOCK.turn })]).clock.seats[CLOCK.turn]!.announced;
  expect(said(CLOCK.left_ms - 1)).toBe(true);
  expect(said(CLOCK.left_ms)).toBe(false);
});

test("a mis-tap is put right with a fresh move", () => {
  const { clock } = runOn(CLOCK, 0, [wish(1, { t: "correct", seat: 2, reason: "?" })]);
  expect([clock.turn, clock.move, clock.left_ms]).toEqual([2, 6, 40_000]);
});

test("seconds, and minutes where there are many", () => {
  expect(["9", "99", "1:40"]).toEqual([digits(8100), digits(99_000), digits(99_001)]);
  expect(digits(-5)).toBe("0");
});

test("a tap passes over who is no part of the game", () => {
  const seats = CLOCK.seats.map((one, i) => ({ ...one, out: i === 1 }));
  expect(runOn({ ...CLOCK, seats }, 1000, [wish(3000, { t: "tap", seat: 0, move: 5 })]).clock.turn).toBe(2);
});

test("the game's own time runs out without the server: the running move is the last", () => {
  const clock = { ...CLOCK, game_ms: 60_000, game_left_ms: 10_000, one_move_each: false };
  expect(gameLeftAt(runOn(clock, 0, []), 4000)).toBe(6000);
  const over = runOn(clock, 0, [wish(12_000, { t: "tap", seat: 0, move: 5 })]);
  expect(over.clock.phase).toBe("over");
  expect(gameLeftAt(runOn(CLOCK, 0, []), 4000)).toBeNull();
});

test("an empty bank: one more move each, and who took the last tile comes last", () => {
  const running = runOn(CLOCK, 0, [wish(1, { t: "bank_empty", seat: 3 })]);
  expect(running.clock.last_moves).toBe(3);
});

test("an empty bank until all pass: a tile that was laid begins the count anew", () => {
  const clock = { ...CLOCK, until_all_pass: true };
  const pass = (made: number, seat: number, move: number, passed = true) => wish(made, { t: "tap", seat, move, passed });
  const wishes = [wish(1, { t: "bank_empty", seat: 3 }), pass(2, 0, 5), pass(3, 1, 6), pass(4, 2, 7, false)];
  expect(runOn(clock, 0, wishes).clock.passes).toBe(0);
  const all = [...wishes, pass(5, 3, 8), pass(6, 0, 9), pass(7, 1, 10), pass(8, 2, 11)];
  expect(runOn(clock, 0, all).clock.phase).toBe("over");
});
