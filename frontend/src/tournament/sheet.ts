// A score sheet as it is typed; what it means the server says.
import type { Seated } from "./shapes";

export type Ending = "went_out" | "pool_empty" | "time_over";
/** How a player stands who did not go out: opened, or not, with the judge's flat penalty. */
export type Stand = "opened" | "-100" | "-200";

/** What is typed: the sums of the racks, or the small points as people have counted them. */
export type Counting = "racks" | "small";

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
}

export interface TypedSheet {
  ending: Ending;
  counting: Counting;
  winner: number | null;
  rows: SheetRow[];
  /** The code of the printed sheet, and the sum of its small points. */
  code: string;
  control: number | null;
}

export function emptySheet(seats: Seated[], counting: Counting = "racks"): TypedSheet {
  const typed = { rack: null, stand: "opened" as Stand, points: null, plus: false, place: null };
  const rows = seats.map((seat) => ({ ...seat, ...typed, sign: "", small: null, big: "" }));
  return { ending: "went_out", counting, winner: null, rows, code: "", control: null };
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
  if (byPlace) return sheet.rows.every((row) => row.place != null);
  if (sheet.counting === "small") return sheet.rows.every((row) => row.points != null || isFlat(sheet, row));
  const counted = sheet.rows.every((row) => isOut(sheet, row) || row.stand !== "opened" || row.rack != null);
  return counted && (sheet.ending !== "went_out" || sheet.winner != null);
}

/** The sheet as the server reads it: docs/cli.md, `result`. */
export function written(sheet: TypedSheet, byPlace: boolean): Record<string, unknown> {
  const seats = sheet.rows.map((row) => ({
    entrant: row.entrant,
    ...(byPlace ? { place: row.place } : sheet.counting === "small" ? pointed(sheet, row) : counted(sheet, row)),
    ...(row.sign ? { sign: row.sign } : {}),
    ...(row.small == null || sheet.counting === "small" ? {} : { small_points: row.small }),
    ...(row.big ? { big_points: row.big } : {}),
  }));
  return {
    seats,
    ...(byPlace ? {} : { ending: sheet.ending }),
    ...(sheet.code ? { sheet: sheet.code } : {}),
    ...(sheet.control == null ? {} : { control: sheet.control }),
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
