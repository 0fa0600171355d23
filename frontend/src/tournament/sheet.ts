// A score sheet as it is typed; what it means the server says.
import type { Seated } from "./shapes";

export type Ending = "went_out" | "pool_empty" | "time_over";
/** How a player stands who did not go out: opened, or not, with the judge's flat penalty. */
export type Stand = "opened" | "-100" | "-200";

export interface SheetRow {
  entrant: number;
  name: string;
  /** A field that was emptied again is undefined: it is as good as never filled. */
  rack: number | null | undefined;
  stand: Stand;
  place: number | null;
  /** As written on a printed sheet, so that the server can hold it against what it counts. */
  sign: string;
  small: number | null;
  big: string;
}

export interface TypedSheet {
  ending: Ending;
  winner: number | null;
  rows: SheetRow[];
  /** The code of the printed sheet, and the sum of its small points. */
  code: string;
  control: number | null;
}

export function emptySheet(seats: Seated[]): TypedSheet {
  const empty = { rack: null, stand: "opened" as Stand, place: null, sign: "", small: null, big: "" };
  const rows = seats.map((seat) => ({ ...seat, ...empty }));
  return { ending: "went_out", winner: null, rows, code: "", control: null };
}

const isOut = (sheet: TypedSheet, row: SheetRow) => sheet.ending === "went_out" && sheet.winner === row.entrant;

/** Whether nothing is left to be typed; a game that knows places asks for those alone. */
export function isComplete(sheet: TypedSheet, byPlace: boolean): boolean {
  if (byPlace) return sheet.rows.every((row) => row.place != null);
  const counted = sheet.rows.every((row) => isOut(sheet, row) || row.stand !== "opened" || row.rack != null);
  return counted && (sheet.ending !== "went_out" || sheet.winner != null);
}

/** The sheet as the server reads it: docs/cli.md, `result`. */
export function written(sheet: TypedSheet, byPlace: boolean): Record<string, unknown> {
  const seats = sheet.rows.map((row) => ({
    entrant: row.entrant,
    ...(byPlace ? { place: row.place } : counted(sheet, row)),
    ...(row.sign ? { sign: row.sign } : {}),
    ...(row.small == null ? {} : { small_points: row.small }),
    ...(row.big ? { big_points: row.big } : {}),
  }));
  return {
    seats,
    ...(byPlace ? {} : { ending: sheet.ending }),
    ...(sheet.code ? { sheet: sheet.code } : {}),
    ...(sheet.control == null ? {} : { control: sheet.control }),
  };
}

function counted(sheet: TypedSheet, row: SheetRow): Record<string, unknown> {
  if (isOut(sheet, row)) return { rack_sum: 0 };
  if (row.stand === "opened") return { rack_sum: row.rack ?? 0 };
  return { ...(row.rack == null ? {} : { rack_sum: row.rack }), opened: false, flat: Number(row.stand) };
}
