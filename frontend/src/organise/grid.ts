// A round as its paper sheets lie on the desk: a column for each game, a cell for each seat. What is
// typed stays here until the server has it, whatever anybody else does meanwhile.
import { points } from "../lib/points";
import { hasLeft, versionOf } from "../tournament/party";
import { LETTERS } from "../tournament/seats";
import type { Game, Line, RoundTable } from "../tournament/shapes";
import { emptySheet, isComplete, written, type Ending, type TypedSheet } from "../tournament/sheet";

/** Digits are the sum on the rack, or the place; letters say what no number can. */
export type Cell = string;
export const WENT_OUT = "k";
export const ABSENT = "x";
export const NOT_OPENED = "b";
export const COULD_OPEN = "m";
export const EXCLUDED = "w";

export interface Column {
  /** By entrant; missing: nothing typed. */
  cells: Record<number, Cell>;
  ending: Ending;
  /** The version of the result it was begun over, 0 where there was none: any other is somebody else's. */
  over?: number;
  /** The cells it was begun with: whatever differs was typed here. */
  base?: Record<number, Cell>;
}

export interface Spot {
  table: number;
  game: number;
  seat: number;
}

/** Letters that fill a cell at once, in a game that is counted and in one that knows places: an exclusion has
 *  its reason, so it comes from the penalties. */
export const lettersOf = (byPlace: boolean): readonly string[] =>
  byPlace ? [ABSENT] : [WENT_OUT, ABSENT, NOT_OPENED, COULD_OPEN];

/** Letters that say how the game ended, for the whole column. */
export const ENDINGS: Record<string, Ending> = { p: "pool_empty", t: "time_over" };

const SIGNS: Record<string, string> = { k: "★", x: "–", b: "−100", m: "−200", w: "⊘" };

/** A cell as it is read: points below zero with a true minus. */
export function shown(cell: Cell | undefined, byPlace: boolean): string {
  if (!cell) return "";
  return SIGNS[cell] ?? (byPlace || cell === "0" ? cell : `−${cell}`);
}

/** What was typed into a cell as paper writes it: −10, -10 and 10 are the same ten. */
export function typedIn(text: string): Cell {
  return text.replace(/[^\d]/g, "").replace(/^0+(?=\d)/, "").slice(0, 4);
}

export const emptyColumn = (): Column => ({ cells: {}, ending: "went_out" });

/** What is typed, with everybody who has left before the game marked so: they are no part of it. */
export function withoutLeft(column: Column, game: Game): Column {
  if (game.result !== "missing" || !game.absent?.length) return column;
  return { ...column, cells: { ...column.cells, ...Object.fromEntries(game.absent.map((entrant) => [entrant, ABSENT])) } };
}

/** The next seat down (or up) that plays the game; null: there is none. */
export function seatBy(table: RoundTable, game: Game, from: number, step: 1 | -1 = 1): number | null {
  for (let seat = from + step; seat >= 0 && seat < table.seats.length; seat += step) {
    if (!hasLeft(game, table.seats[seat]!.entrant)) return seat;
  }
  return null;
}

/** The cell a hand begins a game with. */
export const firstSpot = (table: RoundTable, game: Game): Spot => ({
  table: table.table,
  game: game.game,
  seat: seatBy(table, game, -1) ?? 0,
});

/** A game without a result: who is absent or was put out of it is known already. */
export function dueColumn(game: Game): Column {
  const column = emptyColumn();
  for (const entrant of game.absent ?? []) column.cells[entrant] = ABSENT;
  for (const entrant of game.excluded ?? []) column.cells[entrant] = EXCLUDED;
  return column;
}

/** A recorded game as its column; null where its numbers do not tell how it was typed. */
export function recorded(table: RoundTable, game: Game, byPlace: boolean): Column | null {
  const lines = game.lines ?? [];
  if (byPlace) return byPlaces(game, lines);
  const column = dueColumn({ ...game, excluded: undefined });
  const counts = lines.map((line) => Number(line.small_points));
  const sum = counts.reduce((all, one) => all + one, 0);
  const winners = lines.filter((line) => Number(line.small_points) > 0);
  if (winners.length !== 1 || sum !== 0) return null;
  for (const line of lines) column.cells[line.entrant] = line === winners[0] ? WENT_OUT : line.small_points.replace(/^-/, "");
  return lines.length + (game.absent?.length ?? 0) === table.seats.length ? column : null;
}

/** Several who are last together were excluded: everybody else has a place of his own. */
function byPlaces(game: Game, lines: Line[]): Column {
  const column = dueColumn(game);
  const shared = (place: number) => lines.filter((line) => line.place === place).length > 1;
  for (const line of lines) column.cells[line.entrant] ??= shared(line.place) ? EXCLUDED : String(line.place);
  return column;
}

/** Whether two columns say the same of everybody. */
export function isSame(one: Column, other: Column): boolean {
  const entrants = new Set([...Object.keys(one.cells), ...Object.keys(other.cells)].map(Number));
  return one.ending === other.ending && [...entrants].every((entrant) => one.cells[entrant] === other.cells[entrant]);
}

/** What is typed, as far as it says anything that does not count already; null: nothing. */
export function liveDraft(draft: Column, table: RoundTable, game: Game, byPlace: boolean): Column | null {
  if (game.result === "missing") return withoutLeft(draft, game);
  // The page was loaded again while it was being saved: what is typed is what counts.
  const counts = recorded(table, game, byPlace);
  return counts && isSame(draft, counts) ? null : draft;
}

/** A column that is going to be typed over what is on show. */
export const begun = (on: Column | null, game: Game): Column => ({
  cells: { ...on?.cells },
  ending: on?.ending ?? "went_out",
  over: versionOf(game),
  base: { ...on?.cells },
});

/** Whether somebody else has entered or corrected the game since. */
export const isOutrun = (typed: Column, game: Game): boolean => typed.over !== undefined && typed.over !== versionOf(game);

/** Whether a cell was typed here, or stood there before. */
export const isTypedHere = (typed: Column, entrant: number): boolean => typed.cells[entrant] !== typed.base?.[entrant];

const typedHere = (typed: Column): number[] => {
  const all = new Set([...Object.keys(typed.cells), ...Object.keys(typed.base ?? {})].map(Number));
  return [...all].filter((entrant) => isTypedHere(typed, entrant));
};

/** Everything typed was taken back by hand: it is again as it was. */
export const isUntouched = (typed: Column): boolean =>
  typed.base !== undefined && typed.ending === "went_out" && !typedHere(typed).length;

/** What was typed here, put over what counts now: a cell nobody has touched is the other's. */
export function onto(counts: Column | null, typed: Column, game: Game): Column {
  const column = begun(counts ?? typed, game);
  column.ending = typed.ending;
  for (const entrant of typedHere(typed)) put(column, entrant, typed.cells[entrant] ?? "");
  return column;
}

/** A seat as it is read; a game whose cells nobody knows has its points. */
export function textOf(column: Column | null, game: Game, entrant: number, byPlace: boolean): string {
  if (column) return shown(column.cells[entrant], byPlace);
  const line = game.lines?.find((one) => one.entrant === entrant);
  return line ? points(line.small_points) : "";
}

/** What counts, what was typed here, and what both make together, seat by seat: read before one of them is lost. */
export function bothTold(table: RoundTable, game: Game, typed: Column, byPlace: boolean): Record<"counts" | "typed" | "both", string> {
  const theirs = recorded(table, game, byPlace);
  const told = (column: Column | null, isTold: (entrant: number) => boolean = () => true) =>
    table.seats
      .map((seat, i) => (isTold(seat.entrant) ? `${LETTERS[i]} ${textOf(column, game, seat.entrant, byPlace) || "…"}` : ""))
      .filter(Boolean)
      .join(", ");
  return {
    counts: told(theirs),
    typed: told(typed, (entrant) => !theirs || isTypedHere(typed, entrant)),
    both: told(theirs ? onto(theirs, typed, game) : typed),
  };
}

/** The column as a sheet: what it means the server says. */
export function sheetOf(table: RoundTable, column: Column, byPlace: boolean): TypedSheet {
  const sheet = emptySheet(table.seats);
  sheet.ending = column.ending;
  for (const row of sheet.rows) {
    const cell = column.cells[row.entrant] ?? "";
    row.absent = cell === ABSENT;
    row.excluded = cell === EXCLUDED;
    if (cell === WENT_OUT) sheet.winner = row.entrant;
    if (cell === NOT_OPENED) row.stand = "-100";
    if (cell === COULD_OPEN) row.stand = "-200";
    if (/^\d+$/.test(cell)) [row.rack, row.place] = byPlace ? [null, Number(cell)] : [Number(cell), null];
  }
  return sheet;
}

export const isWhole = (table: RoundTable, column: Column, byPlace: boolean): boolean =>
  isComplete(sheetOf(table, column, byPlace), byPlace);

/** Every cell is filled, and still nobody went out: how did it end? */
export function lacksEnd(table: RoundTable, column: Column, byPlace: boolean): boolean {
  const filled = table.seats.every((seat) => column.cells[seat.entrant]);
  return !byPlace && filled && !isWhole(table, column, byPlace);
}

export function requestOf(round: number, table: RoundTable, game: Game, column: Column, byPlace: boolean) {
  const which = { round, table: table.table, game: game.game };
  const corrects = game.result !== "missing";
  const seen = corrects && column.over !== undefined ? { over: column.over } : {};
  return { do: corrects ? "correct" : "result", ...which, ...seen, ...written(sheetOf(table, column, byPlace), byPlace) };
}

/** One went out: whoever else was marked so is asked for a sum again. */
export function put(column: Column, entrant: number, cell: Cell): void {
  if (cell === WENT_OUT) {
    column.ending = "went_out";
    for (const [other, known] of Object.entries(column.cells)) if (known === WENT_OUT) delete column.cells[Number(other)];
  }
  if (cell) column.cells[entrant] = cell;
  else delete column.cells[entrant];
}

/** Where the hand goes next: down the game, then the table's next game, then the next table that lacks one. */
export function after(tables: RoundTable[], at: Spot, isDue: (table: RoundTable, game: Game) => boolean): Spot | null {
  const here = tables.find((one) => one.table === at.table);
  const game = here?.games.find((one) => one.game === at.game);
  const seat = here && game ? seatBy(here, game, at.seat) : null;
  if (seat !== null) return { ...at, seat };
  const due = here?.games.find((one) => one.game > at.game && isDue(here, one));
  if (here && due) return firstSpot(here, due);
  return nextDue(tables, at.table, isDue, at);
}

/** The first cell of the next table with a game that is due, from the beginning again after the last. */
export function nextDue(
  tables: RoundTable[],
  from: number,
  isDue: (table: RoundTable, game: Game) => boolean,
  besides: Spot | null = null,
): Spot | null {
  const start = tables.findIndex((one) => one.table === from);
  for (let step = 1; step <= tables.length; step += 1) {
    const table = tables[(start + step) % tables.length]!;
    const isBesides = (game: Game) => besides?.table === table.table && besides.game === game.game;
    const game = table.games.find((one) => isDue(table, one) && !isBesides(one));
    if (game) return firstSpot(table, game);
  }
  return null;
}

/** Names that would look alike where a cell cuts them off after so many letters: of the words they share initials
 *  are left. */
export function toldApart(names: readonly string[], seen: number): string[] {
  return names.map((name) => {
    const alike = names.filter((other) => other !== name && other.slice(0, seen) === name.slice(0, seen));
    if (!alike.length || name.length <= seen) return name;
    const words = wordsOf(name);
    const shared = Math.min(...alike.map((other) => leading(words, wordsOf(other))));
    return words.map((word, i) => (i < Math.min(shared, words.length - 1) ? `${word[0]}.` : word)).join(" ");
  });
}

/** What tells namesakes apart, in brackets, is one word. */
const wordsOf = (name: string) => name.match(/\(.*|\S+/g) ?? [];

/** How many words two names begin with alike. */
function leading(one: string[], other: string[]): number {
  const at = one.findIndex((word, i) => word !== other[i]);
  return at < 0 ? one.length : at;
}
