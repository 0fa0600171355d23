import { expect, test } from "vitest";
import type { Game, RoundTable } from "../tournament/shapes";
import { after, begun, bothTold, dueColumn, emptyColumn, isOutrun, isSame, isWhole, lacksEnd, nextDue, onto, put, recorded, requestOf, shown, toldApart, typedIn, withoutLeft } from "./grid";

const missing = (game: number): Game => ({ game, result: "missing" });
const table = (number: number, games = [missing(1), missing(2)]): RoundTable => ({
  table: number,
  seats: [1, 2, 3].map((seat) => ({ entrant: 10 * number + seat, name: `Zawodnik ${10 * number + seat}` })),
  games,
  seats_drawn: false,
});
const isDue = (_: RoundTable, game: Game) => game.result === "missing";

test("small points are typed as on paper: with either minus or none", () => {
  expect(["−10", "-10", "10", " 010 "].map(typedIn)).toEqual(["10", "10", "10", "10"]);
  expect(shown("10", false)).toBe("−10");
});

test("a column is a sheet once somebody went out and the others have sums", () => {
  const one = table(1);
  const column = emptyColumn();
  put(column, 11, "k");
  put(column, 12, "34");
  expect(isWhole(one, column, false)).toBe(false);
  put(column, 13, "b");
  expect(isWhole(one, column, false)).toBe(true);
  expect(requestOf(1, one, missing(2), column, false)).toEqual({
    do: "result",
    round: 1,
    table: 1,
    game: 2,
    ending: "went_out",
    seats: [
      { entrant: 11, rack_sum: 0 },
      { entrant: 12, rack_sum: 34 },
      { entrant: 13, opened: false, flat: -100 },
    ],
  });
});

test("two cannot have gone out: the first is asked for a sum again", () => {
  const column = emptyColumn();
  put(column, 11, "k");
  put(column, 12, "k");
  expect(column.cells).toEqual({ 12: "k" });
});

test("sums for all and nobody out: it is asked how the game ended", () => {
  const column = emptyColumn();
  for (const entrant of [11, 12, 13]) put(column, entrant, "5");
  expect(lacksEnd(table(1), column, false)).toBe(true);
  column.ending = "pool_empty";
  expect(lacksEnd(table(1), column, false)).toBe(false);
});

test("the hand goes down the game, to the next game, and to the next table that lacks one", () => {
  const done: Game = { game: 1, result: "confirmed" };
  const tables = [table(1), table(2, [done]), table(3)];
  expect(after(tables, { table: 1, game: 1, seat: 0 }, isDue)).toEqual({ table: 1, game: 1, seat: 1 });
  expect(after(tables, { table: 1, game: 1, seat: 2 }, isDue)).toEqual({ table: 1, game: 2, seat: 0 });
  expect(after(tables, { table: 1, game: 2, seat: 2 }, isDue)).toEqual({ table: 3, game: 1, seat: 0 });
});

test("a game that was recorded fills its column again, winner and absent included", () => {
  const line = (entrant: number, place: number, small: number) => ({
    entrant, place, big_points: "0", small_points: String(small),
  });
  const game: Game = { game: 1, result: "confirmed", lines: [line(11, 1, 34), line(12, 2, -34)], absent: [13] };
  expect(recorded(table(1), game, false)?.cells).toEqual({ 11: "k", 12: "34", 13: "x" });
  const drawn: Game = { ...game, lines: [line(11, 1, -3), line(12, 1, -3)] };
  expect(recorded(table(1), drawn, false)).toBeNull();
});

test("who is absent or was excluded stands in the column before anything is typed", () => {
  const game: Game = { ...missing(1), absent: [11], excluded: [13] };
  expect(dueColumn(game).cells).toEqual({ 11: "x", 13: "w" });
  const line = (entrant: number, place: number) => ({ entrant, place, big_points: "0", small_points: "0" });
  const done: Game = { game: 1, result: "confirmed", lines: [line(11, 1), line(12, 2), line(13, 3)], excluded: [13] };
  expect(recorded(table(1), done, true)?.cells).toEqual({ 11: "1", 12: "2", 13: "w" });
  const together: Game = { game: 1, result: "confirmed", lines: [line(11, 1), line(12, 3), line(13, 3)] };
  expect(recorded(table(1), together, true)?.cells).toEqual({ 11: "1", 12: "w", 13: "w" });
});

test("what was saved while the page was loaded again is nobody else's result", () => {
  const typed = emptyColumn();
  for (const [entrant, cell] of [[11, "k"], [12, "10"], [13, "7"]] as const) put(typed, entrant, cell);
  const again = structuredClone(typed);
  expect(isSame(typed, again)).toBe(true);
  put(again, 13, "8");
  expect(isSame(typed, again)).toBe(false);
});

test("whoever left before a game is no part of it: the hand passes the seat, the others are a smaller table", () => {
  const left: Game = { game: 2, result: "missing", absent: [11] };
  const one = table(1, [missing(1), left]);
  expect(after([one], { table: 1, game: 1, seat: 2 }, isDue)).toEqual({ table: 1, game: 2, seat: 1 });
  expect(nextDue([table(2, [left].map((game) => ({ ...game, absent: [21] })))], 2, isDue)).toEqual({ table: 2, game: 2, seat: 1 });
  const typed = emptyColumn();
  put(typed, 11, "k"); // before he left
  put(typed, 12, "k");
  put(typed, 13, "7");
  const column = withoutLeft(typed, left);
  expect(isWhole(one, column, false)).toBe(true);
  expect((requestOf(1, one, left, column, false) as { seats?: unknown }).seats).toContainEqual({ entrant: 11, absent: true });
});

test("a correction somebody made meanwhile is shown beside what is typed, and neither is lost", () => {
  const counts = (version: number, ...small: number[]): Game => ({
    game: 1,
    result: "confirmed",
    version,
    lines: small.map((points, i) => ({ entrant: 11 + i, place: i + 1, big_points: "0", small_points: String(points) })),
  });
  const [before, now] = [counts(1, 45, -10, -35), counts(2, 50, -10, -40)];
  const one = table(1, [now]);
  const typed = begun(recorded(one, before, false), before);
  put(typed, 12, "22");
  expect(isOutrun(typed, before)).toBe(false);
  expect(isOutrun(typed, now)).toBe(true);
  expect(requestOf(1, one, now, typed, false)).toMatchObject({ do: "correct", over: 1 }); // the server refuses it
  expect(bothTold(one, now, typed, false)).toEqual({ counts: "A ★, B −10, C −40", typed: "B −22", both: "A ★, B −22, C −40" });
  const both = onto(recorded(one, now, false), typed, now);
  expect(both.cells).toEqual({ 11: "k", 12: "22", 13: "40" });
  expect(requestOf(1, one, now, both, false)).toMatchObject({ do: "correct", over: 2 });
  // Points alone fill no cells: what is typed is then saved whole, and told whole.
  const drawn = counts(3, -3, -3, -9);
  expect(bothTold(one, drawn, typed, false)).toEqual({ counts: "A −3, B −3, C −9", typed: "A ★, B −22, C −35", both: "A ★, B −22, C −35" });
});

test("a result that came while a game was first typed is somebody else's; another who went out is taken over whole", () => {
  const typed = begun(null, missing(1));
  put(typed, 12, "k");
  const line = (entrant: number, small: number) => ({ entrant, place: 1, big_points: "0", small_points: String(small) });
  const game: Game = { game: 1, result: "entered", version: 1, lines: [line(11, 17), line(12, -9), line(13, -8)] };
  expect(isOutrun(typed, game)).toBe(true);
  expect(onto(recorded(table(1), game, false), typed, game).cells).toEqual({ 12: "k", 13: "8" });
});

test("nothing on the rack is nought, without a sign", () => {
  expect(shown("0", false)).toBe("0");
  expect(shown("7", false)).toBe("−7");
});

test("names that a cell would cut off alike keep what differs", () => {
  const names = ["Jan Kowalski (SP 5)", "Jan Kowalski (SP 9)", "Jan Nowak", "Ola Lis"];
  expect(toldApart(names, 12)).toEqual(["J. K. (SP 5)", "J. K. (SP 9)", "Jan Nowak", "Ola Lis"]);
  expect(toldApart(["Zofia Kowalska", "Zofia Kowalska-Maj"], 12)).toEqual(["Z. Kowalska", "Z. Kowalska-Maj"]);
  expect(toldApart(names, 20)).toEqual(names); // there is room for all of it
});
