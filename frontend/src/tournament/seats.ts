// Seats are called by letters, as on the slips and sheets.
import type { PublicPage, RoundTable } from "./shapes";

export const LETTERS = "ABCDEF";

/** Not before tiles were drawn at the table, where they decide who sits where. */
export function seatsKnown(page: PublicPage, table: RoundTable): boolean {
  return !page.overview.seats_by_tile || (table.seats_drawn ?? false);
}
