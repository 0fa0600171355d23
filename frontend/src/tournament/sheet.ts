// A score sheet as it is typed; what it means the server says.
import { hasLeft } from "./party";
import type { Game, Seated } from "./shapes";

export type Ending = "went_out" | "pool_empty" | "time_over";
/** How a player stands who did not go out: opened, or not, with the judge's flat penalty. */
export type Stand = "opened" | "-100" | "-200";

/** What is typed: the sums of the racks, or the small points as people have counted them. */
export type Counting = "racks" | "small";

/** What lies before a player at the end: sizes of sets, specials, the bear. */
export interface Collected {
  sets: string;
  portraits: number | null | undefined;
  cities: number | null | undefined;
  arrival: number | null | undefined;
  distance: number | null | undefined;
}

export interface SheetRow {
  entrant: number;
  name: string;
  /** A field that was emptied again is undefined: it is as good as never filled. */
  rack: number | null | undefined;
  stand: Stand;
  /** Small points without their sign: a telephone's keypad of digits has none. */
  points: number | null | undefined;
  plus: boolean;
  place: number | null;
  /** As written on a printed sheet, so that the server can hold it against what it counts. */
  sign: string;
  small: number | null;
  big: string;
  totalSmall: string;
  totalBig: string;
  /** No part of this game: it is scored among the others. */
  absent: boolean;
  /** Left before this game, and so absent from it. */
  left: boolean;
  /** Out of this game and last in it. */
  excluded: boolean;
  collected: Collected;
}

export interface TypedSheet {
  ending: Ending;
  counting: Counting;
  /** Places follow from what was collected. */
  byCards: boolean;
  winner: number | null;
  rows: SheetRow[];
  /** The code of the printed sheet, and the sum of its small points. */
  code: string;
  control: number | null;
}

/** What is known of a game before its sheet is written: who is no part of it, who was put out of it; the places that count. */
export type Known = Pick<Game, "absent" | "excluded" | "lines" | "collected">;

export function emptySheet(seats: Seated[], counting: Counting = "racks", known: Known = {}): TypedSheet {
  const typed = { rack: null, stand: "opened" as Stand, points: null, plus: false, place: null };
  const onPaper = { sign: "", small: null, big: "", totalSmall: "", totalBig: "" };
  const nothing = () => ({ sets: "", portraits: null, cities: null, arrival: null, distance: null });
  const rows = seats.map((seat) => {
    const part = { left: false, absent: !!known.absent?.includes(seat.entrant), excluded: !!known.excluded?.includes(seat.entrant), collected: known.collected?.find((one) => one.entrant === seat.entrant) };
    const place = known.lines?.find((line) => line.entrant === seat.entrant)?.place ?? null;
    return { ...seat, ...typed, ...onPaper, ...part, collected: part.collected ? asTyped(part.collected) : nothing(), place };
  });
  return { ending: "went_out", counting, byCards: !!known.collected?.length, winner: null, rows, code: "", control: null };
}

/** What was collected, as somebody would write it. */
const asTyped = ({ sets, portraits, cities, arrival, distance }: NonNullable<Game["collected"]>[number]): Collected => ({ sets: sets.join(" "), portraits, cities, arrival: arrival ?? null, distance: distance ?? null });

/** The seats as they are now, after tiles were drawn or somebody left: what is typed stays with its player. */
export function reseat(sheet: TypedSheet, seats: Seated[], game: Game): void {
  const known = new Map(sheet.rows.map((row) => [row.entrant, row]));
  sheet.rows = seats.map((seat) => {
    const fresh = () => emptySheet([seat], sheet.counting, game).rows[0]!;
    const row = known.get(seat.entrant) ?? fresh();
    const left = hasLeft(game, seat.entrant);
    if (left !== row.left) mark(sheet, row, left);
    return Object.assign(row, { name: seat.name, left });
  });
}

export const playing = (sheet: TypedSheet) => sheet.rows.filter((row) => !row.absent);

/** Whom a penalty put out of a game: that is no mark of the sheet to be taken back. */
export const byPenalty = (game: Game): number[] => (game.excluded ?? []).filter((one) => !game.marked_excluded?.includes(one));

/** Who is put out while the sheet lies open is marked on it too. */
export function exclude(sheet: TypedSheet, excluded: readonly number[] = []): void {
  for (const row of sheet.rows) if (excluded.includes(row.entrant)) row.excluded = true;
}

/** Who is marked as absent has not gone out either. */
export function mark(sheet: TypedSheet, row: SheetRow, absent: boolean): void {
  row.absent = absent;
  if (!absent) return;
  [row.plus, row.place] = [false, null];
  if (sheet.winner === row.entrant) sheet.winner = null;
}

/** With the bank empty or the time over somebody has no tile left: that is a normal end (mp2023 L116). */
export function hasGoneOut(sheet: TypedSheet): SheetRow | null {
  if (sheet.ending === "went_out" || sheet.counting !== "racks") return null;
  return playing(sheet).find((row) => row.rack === 0) ?? null;
}

const isOut = (sheet: TypedSheet, row: SheetRow) => sheet.ending === "went_out" && sheet.winner === row.entrant;

const isFlat = (sheet: TypedSheet, row: SheetRow) => sheet.ending === "went_out" && row.stand !== "opened";

/** One has won when somebody went out: the plus is his alone. */
export function turnSign(sheet: TypedSheet, row: SheetRow): void {
  const plus = !row.plus;
  if (plus && sheet.ending === "went_out") for (const other of sheet.rows) other.plus = false;
  row.plus = plus;
  if (plus) row.stand = "opened";
}

/** Whether nothing is left to be typed; a game that knows places asks for those alone. */
export function isComplete(sheet: TypedSheet, byPlace: boolean): boolean {
  const rows = playing(sheet);
  if (rows.length < 2) return rows.length === 1; // left alone: a bye
  if (byPlace && sheet.byCards) return rows.every((row) => row.excluded || (isPlaced(row.collected) && !tooLarge(row.collected.sets).length && !unread(row.collected.sets).length));
  if (byPlace) return rows.every((row) => row.excluded || row.place != null);
  if (sheet.counting === "small") return rows.every((row) => row.points != null || isFlat(sheet, row));
  const counted = rows.every((row) => isOut(sheet, row) || row.stand !== "opened" || row.rack != null);
  return counted && (sheet.ending !== "went_out" || sheet.winner != null);
}

/** The sheet as the server reads it: docs/cli.md, `result`. */
export function written(sheet: TypedSheet, byPlace: boolean): Record<string, unknown> {
  const seats = sheet.rows.map((row) => (row.absent ? { entrant: row.entrant, absent: true } : typed(sheet, row, byPlace)));
  return {
    seats,
    ...(byPlace ? {} : { ending: sheet.ending }),
    ...(sheet.code ? { sheet: sheet.code } : {}),
    ...(sheet.control == null ? {} : { control: sheet.control }),
  };
}

function typed(sheet: TypedSheet, row: SheetRow, byPlace: boolean): Record<string, unknown> {
  if (playing(sheet).length === 1) return { entrant: row.entrant };
  return {
    entrant: row.entrant,
    ...(byPlace ? ranked(sheet, row) : sheet.counting === "small" ? pointed(sheet, row) : counted(sheet, row)),
    ...(row.sign ? { sign: row.sign } : {}),
    ...(row.small == null || sheet.counting === "small" ? {} : { small_points: row.small }),
    ...(row.big ? { big_points: row.big } : {}),
    ...(row.totalSmall ? { total_small: row.totalSmall } : {}),
    ...(row.totalBig ? { total_big: row.totalBig } : {}),
  };
}

/** The most cards of one set that count; the server has the last word. */
const SET_SIZE = 6;

/** Sets that are larger than a set can be, each with the sizes that were meant if it reads as some: `32` is 3 and 2. */
export function tooLarge(sets: string): { size: string; sizes: string[] }[] {
  const fits = (size: string) => Number(size) <= SET_SIZE;
  const wrong = (sets.match(/\d+/g) ?? []).filter((size) => !fits(size));
  return wrong.map((size) => ({ size, sizes: /^[1-6]{2,}$/.test(size) ? [...size] : [] }));
}

/** What stands among the sizes and is none: a word left out unseen would be a set lost, or `4 x 4` two sets. */
export function unread(sets: string): string[] {
  return sets.match(/[^\d\s,;.+/-][^\s,;.+/]*|\d+[^\d\s,;.+/-][^\s,;.+/]*/g) ?? [];
}

const isPlaced = ({ arrival, distance }: Collected) => arrival != null || distance != null;

function ranked(sheet: TypedSheet, row: SheetRow): Record<string, unknown> {
  if (!sheet.byCards) return row.excluded ? { excluded: true } : { place: row.place };
  if (row.excluded) return { cards: {}, excluded: true };
  const { sets, portraits, cities, arrival, distance } = row.collected;
  const sizes = sets.match(/\d+/g) ?? [];
  return {
    cards: Object.fromEntries(sizes.map((size, i) => [String(i + 1), Number(size)])),
    portraits: portraits ?? 0,
    cities: cities ?? 0,
    ...(arrival == null ? { distance: distance ?? 0 } : { arrival }),
  };
}

function pointed(sheet: TypedSheet, row: SheetRow): Record<string, unknown> {
  if (isFlat(sheet, row)) return { small_points: Number(row.stand), opened: false, flat: Number(row.stand) };
  const points = row.points ?? 0;
  return { small_points: row.plus || !points ? points : -points };
}

function counted(sheet: TypedSheet, row: SheetRow): Record<string, unknown> {
  if (isOut(sheet, row)) return { rack_sum: 0 };
  if (row.stand === "opened") return { rack_sum: row.rack ?? 0 };
  return { ...(row.rack == null ? {} : { rack_sum: row.rack }), opened: false, flat: Number(row.stand) };
}
