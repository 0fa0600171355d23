// What seats are called on the screens of a table.
import { t } from "../lib/app.svelte";
import type { TextKey } from "../lib/i18n";
import type { Welcome } from "../lib/protocol";
import type { SeatTold } from "./people";

export function seatName(number: number, mine: number | null, welcome: Pick<Welcome, "seats"> | null): string {
  return number === mine ? t("table.you") : calledAt(welcome?.seats ?? [], number);
}

/** A name where we may read one; a bot that sits in for somebody is told as such. */
export function calledAt(seats: Record<string, unknown>[], number: number): string {
  const { name, bot, entrant } = (seats[number] ?? {}) as SeatTold;
  if (name) return bot ? t("table.bot_for", { name }) : name;
  if (bot) return botName(seats as SeatTold[], number, bot);
  // Friends say no names: their seats have some.
  if (entrant !== null) return t("table.seat", { number: number + 1 });
  const people = (seats as SeatTold[]).filter((one) => !one.bot).length;
  return t(people > 1 ? FRIENDS[number]! : "table.person");
}

const FRIENDS: TextKey[] = ["friends.seat_1", "friends.seat_2", "friends.seat_3", "friends.seat_4"];

/** Bots have names that say how they play; one of our own that we do not know keeps its word. */
export const BOTS: Record<string, TextKey> = {
  random: "table.bot_random",
  greedy: "table.bot_greedy",
  patient: "table.bot_patient",
  searcher: "table.bot_searcher",
  planner: "table.bot_planner",
};

function botName(seats: SeatTold[], number: number, bot: string): string {
  const key = BOTS[bot];
  const name = key ? t(key) : t("table.bot", { name: bot });
  const before = seats.slice(0, number).filter((seat) => seat.bot === bot && !seat.name).length;
  return before ? `${name} ${before + 1}` : name;
}

/** What fits above the felt of a phone. */
const FITS = 7;

/** The names of a table as short as they can be told apart: of what all share an initial is left, a number stays. */
export function shortNames(names: readonly string[]): string[] {
  const short = names.map((name) => shortened(name, names));
  return short.map((one, i) => (short.indexOf(one) === short.lastIndexOf(one) ? one : names[i]!));
}

function shortened(name: string, all: readonly string[]): string {
  const bare = name.replace(/ \(.*\)$/, "");
  const [first = "", ...rest] = bare.split(" ");
  const last = rest.at(-1);
  if (name.length <= FITS || !last) return bare;
  if (/^\d+$/.test(last)) return `${(rest.length > 1 ? rest[0]! : first)[0]}. ${last}`;
  const shared = all.filter((other) => other.split(" ")[0] === first).length > 1;
  return shared ? rest.join(" ") : `${first} ${last[0]}.`;
}
