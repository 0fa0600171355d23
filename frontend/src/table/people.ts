// What the people at a table are called, as far as this reader may know; the server decides.
import { get, Offline, Refused } from "../lib/api";

export interface People {
  tournament: string;
  round: number;
  table: number;
  seats: { name: string; team: string; offences?: number | null }[];
}

/** A seat as welcome and film tell it, with the name beside it once that is known. */
export interface SeatTold {
  entrant?: number | null;
  bot?: string;
  name?: string;
  team?: string;
  /** That the tournament counts, wherever they were given; none where it counts none. */
  offences?: number | null;
}

/** How many warnings somebody has: by the tournament's ledger, or as the table itself counts. */
export function warningsOf(told: Told | undefined, seat: number, here: number): number {
  return (told?.[seat] as SeatTold | undefined)?.offences ?? here;
}

type Told = Record<string, unknown>[];

/** Null where they cannot be asked for: then seats have numbers. */
export async function peopleAt(table: string): Promise<People | null> {
  try {
    return await get<People>(`/api/tables/${table}/people`);
  } catch (error) {
    if (error instanceof Refused || error instanceof Offline) return null;
    throw error;
  }
}

/** The seats with their names. */
export function named(seats: Told, people: People | null): Told {
  return seats.map((seat, i) => ({ ...seat, ...people?.seats[i] }));
}

/** Whether anybody here has a name to ask for. */
export function hasPeople(seats: Told): boolean {
  return (seats as SeatTold[]).some((seat) => seat.entrant);
}
