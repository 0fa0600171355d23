import { expect, test } from "vitest";
import { byPenalty, emptySheet, exclude, hasGoneOut, isComplete, mark, reseat, tooLarge, turnSign, unread, written } from "./sheet";
import type { Game } from "./shapes";

const seats = [1, 2, 3].map((entrant) => ({ entrant, name: `Zawodnik ${entrant}` }));

test("a sheet is complete with a winner and everybody else's rack", () => {
  const sheet = emptySheet(seats);
  sheet.winner = 2;
  sheet.rows[0]!.rack = 12;
  expect(isComplete(sheet, false)).toBe(false);
  sheet.rows[2]!.stand = "-100";
  expect(isComplete(sheet, false)).toBe(true);
  expect(written(sheet, false)).toEqual({
    ending: "went_out",
    seats: [
      { entrant: 1, rack_sum: 12 },
      { entrant: 2, rack_sum: 0 },
      { entrant: 3, opened: false, flat: -100 },
    ],
  });
});

test("a field that was emptied again is not zero", () => {
  const sheet = emptySheet(seats);
  sheet.winner = 1;
  sheet.rows[1]!.rack = 12;
  sheet.rows[2]!.rack = undefined;
  expect(isComplete(sheet, false)).toBe(false);
});

test("what a printed sheet says goes along", () => {
  const sheet = emptySheet(seats);
  sheet.ending = "pool_empty";
  sheet.code = "1-2-CDFG";
  sheet.control = 0;
  sheet.rows.forEach((row) => Object.assign(row, { rack: 5, sign: "KM", small: -5, big: "1/3" }));
  const sent = written(sheet, false);
  expect([sent.sheet, sent.control]).toEqual(["1-2-CDFG", 0]);
  expect((sent.seats as unknown[])[0]).toEqual({
    entrant: 1,
    rack_sum: 5,
    sign: "KM",
    small_points: -5,
    big_points: "1/3",
  });
});

test("nobody goes out when the bank is empty", () => {
  const sheet = emptySheet(seats);
  sheet.ending = "pool_empty";
  for (const row of sheet.rows) row.rack = 7;
  expect(isComplete(sheet, false)).toBe(true);
});

test("a game that gives places asks for nothing else", () => {
  const sheet = emptySheet(seats);
  sheet.rows.forEach((row, i) => (row.place = i + 1));
  expect(isComplete(sheet, true)).toBe(true);
  expect(written(sheet, true)).toEqual({
    seats: [1, 2, 3].map((n) => ({ entrant: n, place: n })),
  });
});

test("small points are sent with their signs, and nobody's rack", () => {
  const sheet = emptySheet(seats, "small");
  turnSign(sheet, sheet.rows[1]!);
  sheet.rows[0]!.points = 12;
  sheet.rows[1]!.points = 112;
  expect(isComplete(sheet, false)).toBe(false);
  sheet.rows[2]!.stand = "-100";
  expect(isComplete(sheet, false)).toBe(true);
  expect(written(sheet, false)).toEqual({
    ending: "went_out",
    seats: [
      { entrant: 1, small_points: -12 },
      { entrant: 2, small_points: 112 },
      { entrant: 3, small_points: -100, opened: false, flat: -100 },
    ],
  });
});

test("only one player goes out with a plus", () => {
  const sheet = emptySheet(seats, "small");
  turnSign(sheet, sheet.rows[0]!);
  turnSign(sheet, sheet.rows[2]!);
  expect(sheet.rows.map((row) => row.plus)).toEqual([false, false, true]);
  sheet.ending = "time_over";
  turnSign(sheet, sheet.rows[0]!);
  expect(sheet.rows.map((row) => row.plus)).toEqual([true, false, true]);
});

test("who does not play is no part of the sheet, and one left alone has a bye", () => {
  const sheet = emptySheet(seats, "racks", { absent: [2] });
  sheet.winner = 1;
  sheet.rows[2]!.rack = 20;
  expect(isComplete(sheet, false)).toBe(true);
  expect(written(sheet, false).seats).toEqual([
    { entrant: 1, rack_sum: 0 },
    { entrant: 2, absent: true },
    { entrant: 3, rack_sum: 20 },
  ]);
  mark(sheet, sheet.rows[0]!, true);
  expect(sheet.winner).toBe(null);
  expect(isComplete(sheet, false)).toBe(true);
  expect(written(sheet, false).seats).toEqual([{ entrant: 1, absent: true }, { entrant: 2, absent: true }, { entrant: 3 }]);
});

test("who was put out of the game by the ledger is last on the sheet before anything is typed", () => {
  const sheet = emptySheet(seats, "racks", { absent: [3], excluded: [2] });
  sheet.rows[0]!.place = 1;
  expect(isComplete(sheet, true)).toBe(true);
  const rest = [{ entrant: 2, excluded: true }, { entrant: 3, absent: true }];
  expect(written(sheet, true).seats).toEqual([{ entrant: 1, place: 1 }, ...rest]);
  const clean = emptySheet(seats);
  exclude(clean, [2]); // the card was given while the sheet lay open
  expect(clean.rows.map((row) => row.excluded)).toEqual([false, true, false]);
});

test("an empty rack is a normal end, also with the bank empty", () => {
  const sheet = emptySheet(seats);
  sheet.rows.forEach((row, i) => (row.rack = 10 * i));
  expect(hasGoneOut(sheet)).toBe(null);
  sheet.ending = "pool_empty";
  expect(hasGoneOut(sheet)?.entrant).toBe(1);
});

test("totals of the sheet go along", () => {
  const sheet = emptySheet(seats);
  Object.assign(sheet.rows[0]!, { rack: 5, totalSmall: "-5", totalBig: "63 1/3" });
  expect((written(sheet, false).seats as unknown[])[0]).toMatchObject({ total_small: "-5", total_big: "63 1/3" });
});

test("seats drawn by tile change the order of the rows, and what is typed stays with its player", () => {
  const sheet = emptySheet(seats);
  sheet.rows[0]!.rack = 12;
  reseat(sheet, [...seats].reverse(), { game: 1, result: "missing" });
  expect(sheet.rows.map((row) => [row.entrant, row.rack])).toEqual([[3, null], [2, null], [1, 12]]);
});

test("whoever leaves while a sheet is typed is no part of it, and is again after coming back", () => {
  const sheet = emptySheet(seats);
  sheet.winner = 1;
  reseat(sheet, seats, { game: 2, result: "missing", absent: [1] });
  expect([sheet.winner, sheet.rows[0]!.absent, sheet.rows[0]!.left]).toEqual([null, true, true]);
  reseat(sheet, seats, { game: 2, result: "missing" });
  expect(sheet.rows[0]!.absent).toBe(false);
});

test("a correction begins with the places that count", () => {
  const seated = [11, 12].map((entrant) => ({ entrant, name: `Zawodnik ${entrant}` })) as Parameters<typeof emptySheet>[0];
  const lines = [11, 12].map((entrant, i) => ({ entrant, place: 2 - i, big_points: "0", small_points: "0" }));
  expect(emptySheet(seated, "racks", { lines }).rows.map((row) => row.place)).toEqual([2, 1]);
  expect(emptySheet(seated).rows.map((row) => row.place)).toEqual([null, null]);
});

test("sets written as one are taken apart, and no set is larger than a set", () => {
  expect(tooLarge("4 3 1")).toEqual([]);
  expect(tooLarge("32 1")).toEqual([{ size: "32", sizes: ["3", "2"] }]);
  expect(tooLarge("9, 6")).toEqual([{ size: "9", sizes: [] }]);
});

test("a correction opens with the cards that were typed", () => {
  const collected = [{ entrant: 1, sets: [4, 3], portraits: 1, cities: 0, arrival: null, distance: 5 }];
  const sheet = emptySheet([{ entrant: 1, name: "Zawodnik 1" }], "racks", { collected });
  expect(sheet.byCards).toBe(true);
  expect(sheet.rows[0]!.collected).toEqual({ sets: "4 3", portraits: 1, cities: 0, arrival: null, distance: 5 });
});

test("what is no size among the sets is named, and nothing is saved over it", () => {
  expect(unread("4 3 1")).toEqual([]);
  expect(unread("4, 3;1 ")).toEqual([]);
  expect(unread("4-3 – 1")).toEqual(["–"]);
  expect(unread("a b")).toEqual(["a", "b"]);
  expect(unread("4 x 4")).toEqual(["x"]);
  expect(unread("4x4 2")).toEqual(["4x4"]);
  expect(unread("4 kart")).toEqual(["kart"]);
  const sheet = emptySheet(seats);
  sheet.byCards = true;
  sheet.rows.forEach((row, i) => Object.assign(row.collected, { sets: "4 3", distance: i + 1 }));
  expect(isComplete(sheet, true)).toBe(true);
  sheet.rows[0]!.collected.sets = "4 x 4";
  expect(isComplete(sheet, true)).toBe(false);
});

test("an exclusion by the sheet's own mark is ticked again when the sheet is opened, and can be taken back", () => {
  const game: Game = { game: 1, result: "entered", excluded: [2, 3], marked_excluded: [3] };
  const sheet = emptySheet(seats, "racks", game);
  expect(sheet.rows.filter((row) => row.excluded).map((row) => row.entrant)).toEqual([2, 3]);
  expect(byPenalty(game)).toEqual([2]);
});
