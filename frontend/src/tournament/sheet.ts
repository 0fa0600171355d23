// A score sheet as it is typed; what it means the server says.
import type { Seated } from "./shapes";

export type Ending = "went_out" | "pool_empty" | "time_over";
/** How a player stands who did not go out: opened, or not, with the judge's flat penalty. */
export type Stand = "opened" | "-100" | "-200";

export interface SheetRow {
  entrant: number;
  name: string;
  rack: number | null;
  stand: Stand;
  place: number | null;
}

export interface TypedSheet {
  ending: Ending;
  winner: number | null;
  rows: SheetRow[];
}

export function emptySheet(seats: Seated[]): TypedSheet {
  const rows = seats.map((seat) => ({ ...seat, rack: null, stand: "opened" as Stand, place: null }));
  return { ending: "went_out", winner: null, rows };
}

const isOut = (sheet: TypedSheet, row: SheetRow) => sheet.ending === "went_out" && sheet.winner === row.entrant;

/** Whether nothing is left to be typed; a game that knows places asks for those alone. */
export function isComplete(sheet: TypedSheet, byPlace: boolean): boolean {
  if (byPlace) return sheet.rows.every((row) => row.place !== null);
  const counted = sheet.rows.every((row) => isOut(sheet, row) || row.stand !== "opened" || row.rack !== null);
  return counted && (sheet.ending !== "went_out" || sheet.winner !== null);
}

/** The sheet as the server reads it: docs/cli.md, `result`. */
export function written(sheet: TypedSheet, byPlace: boolean): Record<string, unknown> {
  if (byPlace) return { seats: sheet.rows.map(({ entrant, place }) => ({ entrant, place })) };
  const seats = sheet.rows.map((row) => {
    if (isOut(sheet, row)) return { entrant: row.entrant, rack_sum: 0 };
    if (row.stand === "opened") return { entrant: row.entrant, rack_sum: row.rack ?? 0 };
    const rest = { opened: false, flat: Number(row.stand) };
    return { entrant: row.entrant, ...(row.rack === null ? {} : { rack_sum: row.rack }), ...rest };
  });
  return { ending: sheet.ending, seats };
}
