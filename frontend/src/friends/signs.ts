// The few signs friends can give each other: nobody can say anything else here, children play too.
import type { TextKey } from "../lib/i18n";

export const SIGNS = {
  bravo: "friends.sign_bravo",
  smile: "friends.sign_smile",
  wow: "friends.sign_wow",
  think: "friends.sign_think",
  hurry: "friends.sign_hurry",
  again: "friends.sign_again",
} satisfies Record<string, TextKey>;

export type Sign = keyof typeof SIGNS;

type Seats = Record<string, unknown>[];
interface Sitting {
  seat: number | null;
  people: unknown;
  welcome: { seats: Seats } | null;
}

/** Whose seat this is without a tournament: a person's, also while a bot stands in until he comes back. */
const isPersons = (one: Seats[number]) => one.entrant === null && (!one.bot || one.lent === true);
const othersAt = (table: Sitting) => (table.welcome?.seats ?? []).filter((_, seat) => seat !== table.seat);

/** Somebody who watches a table of friends: he may have a code of it. */
export function watchesFriends(table: Sitting & { welcome: { role: string } | null }): boolean {
  return table.seat === null && table.people === null && table.welcome?.role === "public" && othersAt(table).some(isPersons);
}

/** Whether people sit here without a tournament: they are friends, or met in the lobby. */
export function isAmongFriends(table: Sitting): boolean {
  return table.seat !== null && table.people === null && othersAt(table).some(isPersons);
}

/** Whether we practise: all others are bots, and for good. */
export function practises(table: Sitting): boolean {
  return table.seat !== null && table.people === null && othersAt(table).every((one) => one.bot && !one.lent);
}
