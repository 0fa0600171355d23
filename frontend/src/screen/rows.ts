// The seats of a table as the hall reads them: names of the tournament, what can be seen, results.
import { t } from "../lib/app.svelte";
import type { SeatTold } from "../table/people";
import type { RoundTable, Standing } from "../tournament/shapes";
import type { Look } from "./look.svelte";
import type { SeatRow } from "./SeatRows.svelte";

/** What everybody can see in front of a seat. */
export type Seen = Pick<SeatRow, "sign" | "held" | "note">;

export function rowsOf(table: RoundTable, turn: number | null, standings: Standing[], seen: (seat: number) => Seen): SeatRow[] {
  return table.seats.map((seat, i) => ({
    total: totalOf(seat.entrant, standings),
    name: seat.mark ? `${seat.name} (${seat.mark})` : seat.name,
    turn: turn === i,
    ...seen(i),
    games: table.games.flatMap((game) => {
      const line = game.lines?.find((one) => one.entrant === seat.entrant);
      return line ? [{ game: game.game, big: line.big_points, small: line.small_points }] : [];
    }),
  }));
}

/** Counted by the server, with every game that is in. */
function totalOf(entrant: number, standings: Standing[]): SeatRow["total"] {
  const row = standings.find((one) => one.entrant === entrant && one.games > 0);
  return row && row.place !== null ? { place: row.place, big: row.big_points, small: row.small_points } : null;
}

/** Nothing at a table in the hall, which nobody has told us of. */
export function seenAt(look: Look | null, seat: number): Seen {
  const { sign, held, notes } = look?.seen(seat) ?? { sign: "", held: "", notes: [] };
  const { bot } = (look?.table?.welcome?.seats[seat] ?? {}) as SeatTold;
  return { sign, held, note: [...notes, bot ? t("hall.bot_plays") : ""].filter(Boolean).join(" · ") };
}
