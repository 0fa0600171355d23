import { expect, test } from "vitest";
import { emptySheet, isComplete, written } from "./sheet";

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
