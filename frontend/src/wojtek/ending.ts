// How a game comes to its end, in words: the last turns, and who has won.
import { t } from "../lib/app.svelte";
import type { WojtekSeatResult, WojtekStanding, WojtekTableView } from "../lib/protocol";

type Nearing = Pick<WojtekTableView, "phase" | "turn" | "last_turns" | "time_called">;

/** What is left to play for whoever looks; empty while the end is not in sight. */
export function lastWords(view: Nearing, seat: number | null): string {
  if (view.phase !== "playing") return "";
  if (!view.last_turns) return view.time_called ? t("wojtek.time_over_now") : "";
  const left = t(leftFor(view, seat));
  return view.time_called ? `${t("wojtek.time_over")} ${left}` : left;
}

function leftFor({ turn, last_turns }: Nearing, seat: number | null) {
  if (turn === seat) return "wojtek.last_turn_mine";
  if (seat !== null && last_turns?.includes(seat)) return "wojtek.last_turn_comes";
  return last_turns?.length ? "wojtek.last_turns" : "wojtek.last_turns_now";
}

/** Who has won, said to whoever looks; who is excluded has not, even where nobody else joined. */
export function winners(results: readonly WojtekSeatResult[], seat: number | null, name: (seat: number) => string): string {
  const first = results.filter(isFirst).map((one) => one.seat);
  if (first.length > 1) return t("wojtek.won_together", { who: first.map(name).join(", ") });
  if (first[0] === undefined) return "";
  if (first[0] === seat) return t("wojtek.won_mine");
  const mine = results.find((one) => one.seat === seat)?.standing.place;
  return [t("wojtek.won_by", { who: name(first[0]) }), ...(mine ? [t("wojtek.your_place", { place: mine })] : [])].join(" ");
}

export const isFirst = ({ standing }: Pick<WojtekSeatResult, "standing">): boolean => standing.place === 1 && standing.reason !== "excluded";

/** Why somebody has this place, among all of the table, and what portraits and city cards did for it. */
export function whyPlaced(standing: WojtekStanding, all: readonly WojtekStanding[]): string {
  const { sets } = standing;
  return [
    whyDecided(standing, all),
    ...(sets.made ? [t("wojtek.specials_made", { count: sets.made })] : []),
    ...(sets.ignored ? [t("wojtek.specials_alone", { count: sets.ignored })] : []),
  ].join(" ");
}

const COMPARED = ["sets", "arrival", "distance", "start_order", "level"];

/** What decided a place against the one above it; the first place against the next. */
function whyDecided(standing: WojtekStanding, all: readonly WojtekStanding[]): string {
  const { reason, number, mine, above } = standing;
  if (reason !== "first") {
    const key = reason === "sets" && number === 1 ? "wojtek.reason_set_first" : (`wojtek.reason_${reason}` as const);
    return t(key, { number, mine, above });
  }
  const [next] = all.filter((one) => COMPARED.includes(one.reason)).sort((a, b) => a.place - b.place);
  if (!next) return t("wojtek.reason_first");
  if (next.reason === "level") return t("wojtek.reason_level");
  const key = next.reason === "sets" && next.number === 1 ? "wojtek.first_set_first" : (`wojtek.first_${next.reason as "sets" | "arrival" | "distance" | "start_order"}` as const);
  return t(key, { number: next.number, mine: next.above, below: next.mine });
}
