// A table's clock as the server tells it, and how it runs on while the server is out of reach.
// Nothing is decided here: a tap is kept, shown as done, and the server has the last word.
import type { ClockMessage } from "../lib/protocol";
import { clockText } from "./time";

export interface ClockSeat {
  entrant: number;
  percent: number;
  used_ms: number;
  flags: number;
  announced: boolean;
  announced_before: boolean;
  seen: boolean;
  /** Sits there and is no part of the game; an older server does not say. */
  out?: boolean;
}

export interface Clock {
  seq: number;
  round: number;
  table: number;
  phase: "not_set" | "ready" | "playing" | "over";
  game: number;
  games: number;
  starter: number;
  turn: number;
  move: number;
  running: boolean;
  left_ms: number;
  move_ms: number;
  held_by: string[];
  flagged: boolean;
  waits: boolean;
  time_called: boolean;
  /** The most a game takes, 0: no limit; what is left of it, and whether it was that limit. */
  game_ms: number;
  game_left_ms: number | null;
  game_time_over: boolean;
  one_move_each: boolean;
  bank_empty: boolean;
  until_all_pass: boolean;
  may_pass: boolean;
  passes: number;
  may_restart: boolean;
  announce_before_game: boolean;
  last_moves: number | null;
  ending: string | null;
  seats: ClockSeat[];
}

type Asked<M> = M extends { id: string } ? Omit<M, "id" | "ago_ms"> : never;

/** What somebody at the table wants; the number and the age come when it is sent. */
export type Wish = Asked<ClockMessage>;

/** A wish with its number, kept until the server has answered; `made` by this device's clock. */
export type Kept = Wish & { id: string; made: number };

/** The clock with what this phone has asked for since, and the moment it stands for. */
export interface Running {
  clock: Clock;
  at: number;
}

export function runOn(clock: Clock, heard: number, kept: readonly Kept[]): Running {
  let running = { clock, at: heard };
  for (const wish of kept) {
    const at = Math.max(running.at, wish.made);
    running = { clock: after(passed(running.clock, at - running.at), wish), at };
  }
  return running;
}

/** Whether the table itself can let its clock go on: a dispute, or taps whose time nobody saw. */
export function isHeldHere(clock: Clock): boolean {
  return clock.held_by.some((who) => who !== "hall");
}

/** What is left to the seat to move; negative once its time has run out. */
export function leftAt({ clock, at }: Running, now: number): number {
  return clock.left_ms - (clock.running ? Math.max(0, now - at) : 0);
}

/** What is left of the game's own time; null where it has no limit. */
export function gameLeftAt({ clock, at }: Running, now: number): number | null {
  if (!clock.game_ms || clock.game_left_ms === null) return null;
  return Math.max(0, clock.game_left_ms - (clock.running ? Math.max(0, now - at) : 0));
}

/** What the table sees: whole seconds, minutes only where there are many. */
export function digits(left_ms: number): string {
  const seconds = Math.max(0, Math.ceil(left_ms / 1000));
  return seconds < 100 ? String(seconds) : clockText(left_ms);
}

function passed(clock: Clock, ms: number): Clock {
  if (!clock.running) return clock;
  const left = clock.game_left_ms === null ? null : clock.game_left_ms - ms;
  const later = { ...clock, left_ms: clock.left_ms - ms, game_left_ms: left };
  return clock.game_ms && left !== null && left <= 0 && !clock.time_called ? called(later) : later;
}

/** The game's own time is over: the running move, then one more each or nothing more. */
function called(clock: Clock): Clock {
  const more = clock.one_move_each ? (clock.last_moves ?? playing(clock).length) : 0;
  return { ...clock, time_called: true, game_time_over: true, last_moves: more };
}

/** The clock after a wish, as the server will most likely have it; the same twice is once. */
function after(clock: Clock, wish: Kept): Clock {
  const playing = clock.phase === "playing";
  switch (wish.t) {
    case "start":
      return clock.phase === "ready" || clock.phase === "not_set"
        ? moving({ ...clock, phase: "playing", game: clock.game + 1, game_left_ms: clock.game_ms || null }, clock.starter)
        : clock;
    case "tap":
      return playing && wish.move === clock.move && wish.seat === clock.turn ? tapped(clock, wish.passed ?? false) : clock;
    case "pause":
      return playing ? standing({ ...clock, held_by: [...clock.held_by, "table"] }) : clock;
    case "resume":
      return standing({ ...clock, held_by: clock.held_by.filter((who) => who === "hall") });
    case "restart":
      return playing && wish.move === clock.move
        ? { ...clock, left_ms: moveTime(clock, clock.turn), flagged: false, may_restart: false }
        : clock;
    case "announce":
      if (playing && clock.left_ms <= 0) return clock; // his time is over: so is his move
      return withSeat(clock, wish.seat, playing ? { announced: true } : { announced_before: true });
    case "bank_empty":
      return playing && !clock.bank_empty && clock.last_moves === null ? emptied(clock, wish.seat) : clock;
    case "bank_not_empty":
      return clock.bank_empty && !clock.time_called
        ? { ...clock, bank_empty: false, may_pass: false, passes: 0, last_moves: null }
        : clock;
    case "correct":
      return playing && clock.turn !== wish.seat ? moving(clock, wish.seat) : clock;
    case "stop":
      return playing ? over(clock) : clock;
    case "seen":
      return clock.phase === "over" ? withSeat(clock, wish.seat, { seen: true }) : clock;
    default:
      return clock; // a referee's word and the next game wait for the server
  }
}

function tapped(clock: Clock, passed: boolean): Clock {
  const passes = passed && clock.may_pass ? clock.passes + 1 : 0;
  if (clock.last_moves === 0 || passes >= playing(clock).length) return over(clock);
  const next = moving(clock, nextSeat(clock, clock.turn));
  const last_moves = clock.last_moves === null ? null : clock.last_moves - 1;
  return { ...next, last_moves, passes, may_pass: clock.bank_empty && clock.until_all_pass };
}

/** The last tile was taken by this seat: one more move each, that seat last; or until all pass. */
function emptied(clock: Clock, seat: number): Clock {
  const order = playing(clock);
  const count = order.length;
  const since = (order.indexOf(clock.turn) - order.indexOf(seat) + count) % count;
  const may_pass = clock.until_all_pass && since > 0;
  return { ...clock, bank_empty: true, passes: 0, may_pass, last_moves: clock.until_all_pass ? null : count - since };
}

/** The seats that are part of the game, clockwise. */
function playing(clock: Clock): number[] {
  return clock.seats.map((_, seat) => seat).filter((seat) => !clock.seats[seat]?.out);
}

/** The next seat that plays. */
function nextSeat(clock: Clock, seat: number): number {
  const turns = clock.seats.map((_, step) => (seat + step + 1) % clock.seats.length);
  return turns.find((turn) => !clock.seats[turn]?.out) ?? seat;
}

function moving(clock: Clock, turn: number): Clock {
  const fresh = { turn, move: clock.move + 1, left_ms: moveTime(clock, turn), flagged: false, waits: false };
  return standing({ ...clock, ...fresh });
}

function over(clock: Clock): Clock {
  const seats = clock.seats.map((seat) => ({ ...seat, seen: false }));
  return { ...clock, phase: "over", running: false, seats };
}

function standing(clock: Clock): Clock {
  return { ...clock, running: clock.phase === "playing" && !clock.held_by.length && !clock.waits };
}

function moveTime(clock: Clock, seat: number): number {
  return Math.floor((clock.move_ms * (clock.seats[seat]?.percent ?? 100)) / 100);
}

function withSeat(clock: Clock, seat: number, changes: Partial<ClockSeat>): Clock {
  return { ...clock, seats: clock.seats.map((one, i) => (i === seat ? { ...one, ...changes } : one)) };
}

/** How a game that nobody finished came to its end, by the rules of the table. */
export function endedBy(clock: Clock) {
  if (clock.ending === "pool_empty") return clock.until_all_pass ? "clock.ended_all_passed" : "clock.ended_pool_empty";
  return clock.one_move_each ? "clock.ended_time_over" : "clock.ended_finish_move";
}
