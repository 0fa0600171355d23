// How many have come together in a team, and whether one more would be too many.
import type { Person } from "../tournament/shapes";

const COUNTED = new Set<Person["status"]>(["entered", "present", "waiting"]);

/** As the server keeps it: no space around, one space between words. */
export const teamTyped = (team: string) => team.trim().replace(/\s+/g, " ");

/** Who plays for a team, besides the one who is about to. */
export function membersOf(people: readonly Person[], team: string, besides = 0): number {
  const wanted = teamTyped(team);
  return people.filter((one) => wanted && one.team === wanted && one.entrant !== besides && COUNTED.has(one.status)).length;
}

/** Whether a team has everybody already; one without a size never has. */
export const isFull = (members: number, size: number) => size > 0 && members >= size;
