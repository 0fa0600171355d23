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

/** Somebody who watches a table of friends: he may have a code of it. */
export function watchesFriends(table: { seat: number | null; people: unknown; welcome: { role: string; seats: Record<string, unknown>[] } | null }): boolean {
  const people = (table.welcome?.seats ?? []).filter((one) => one.entrant === null && !one.bot);
  return table.seat === null && table.people === null && table.welcome?.role === "public" && people.length > 0;
}

/** Whether people sit here without a tournament: they are friends, or met in the lobby. */
export function isAmongFriends(table: { seat: number | null; people: unknown; welcome: { seats: Record<string, unknown>[] } | null }): boolean {
  const others = (table.welcome?.seats ?? []).filter((_, seat) => seat !== table.seat);
  return table.seat !== null && table.people === null && others.some((one) => one.entrant === null && !one.bot);
}
