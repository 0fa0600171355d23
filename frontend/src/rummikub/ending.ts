// Why a game is over and how its points come about, in the reader's language. Nothing is counted
// anew here: a sum is told only where it comes to the points the server gave.
import { t } from "../lib/app.svelte";
import { citedAs } from "../lib/article";
import { points } from "../lib/points";
import type { SeatResult, TableView } from "../lib/protocol";
import type { NameOf } from "../replay/film";

/** How the table's rules count, as the server tells it. */
export interface Scoring {
  unfinished: "differences" | "own_racks";
  /** What a joker on a rack costs. */
  joker: number;
  /** What an unopened rack may cost when somebody goes out. */
  fines: number[];
  articles: Record<string, string>;
}

export interface Explained {
  cause: string;
  count: string;
  /** Why nobody was fined for not having opened; empty where there is nothing to say. */
  notFined: string;
  /** How each seat's points come about, as far as its rack is seen. */
  sums: Map<number, string>;
  /** Where all this is written. */
  articles: string[];
}

type Over = Pick<TableView, "ending" | "seats" | "results">;

export function explained(view: Over, scoring: Scoring | undefined, nameOf: NameOf): Explained {
  const finished = view.ending === "went_out";
  const unopened = finished ? [] : view.results.filter((one) => !view.seats[one.seat]?.opened).map((one) => nameOf(one.seat));
  const counted = finished ? "count_went_out" : `count_${scoring?.unfinished ?? "differences"}`;
  const joker = view.seats.some((seat) => seat.rack?.includes("j")) && scoring;
  const parts = [t(`ending.${counted}` as "ending.count_went_out"), joker ? t("ending.joker", { points: scoring.joker }) : ""];
  return {
    cause: cause(view, scoring, nameOf),
    count: parts.filter(Boolean).join(" "),
    notFined: unopened.length ? t("ending.not_fined", { who: unopened.join(", "), fines: (scoring?.fines ?? []).map(points).join(" / ") }) : "",
    sums: sums(view, scoring),
    articles: cited(view, scoring, unopened.length > 0),
  };
}

/** The end as it is said aloud: why, who has won, and what we have of it. */
export function announced(view: Over, scoring: Scoring | undefined, nameOf: NameOf, seat: number | null): string {
  const mine = view.results.find((one) => one.seat === seat);
  const own = mine ? t("ending.own", { points: points(mine.score.small_points), place: mine.score.place }) : "";
  return [`${t("table.over")}.`, `${cause(view, scoring, nameOf).replace(/\.$/, "")}.`, own].filter(Boolean).join(" ");
}

function cause(view: Over, scoring: Scoring | undefined, nameOf: NameOf): string {
  const first = view.results.filter((one) => one.score.place === 1).map((one) => one.seat);
  const who = first.map(nameOf).join(", ");
  if (view.ending === "went_out") return who === t("table.you") ? t("table.you_went_out") : t("table.went_out", { who });
  if (view.ending === "last_seat") return t("ending.last_seat", { who });
  const key = view.ending === "time_over" ? "time_over" : "pool_empty";
  const sum = rackSum(view, first[0], scoring);
  return sum === null ? t(`ending.${key}_unseen`, { who }) : t(`ending.${key}`, { who, sum });
}

function rackSum(view: Over, seat: number | undefined, scoring: Scoring | undefined): number | null {
  const rack = seat === undefined ? null : view.seats[seat]?.rack;
  if (!rack || !scoring) return null;
  return rack.reduce((sum, tile) => sum + (tile === "j" ? scoring.joker : Number(tile.slice(1))), 0);
}

function sums(view: Over, scoring: Scoring | undefined): Map<number, string> {
  const told = view.results.map((one): [number, string] => [one.seat, [ruled(one), reckoned(view, one, scoring)].filter(Boolean).join(" ")]);
  return new Map(told.filter(([, words]) => words));
}

/** Why an unopened rack costs −100 or −200. */
function ruled({ verdict }: SeatResult): string {
  return verdict ? `${points(verdict.small_points)}: ${t(`ending.verdict_${verdict.rule}`)}` : "";
}

function reckoned(view: Over, one: SeatResult, scoring: Scoring | undefined): string {
  const sum = rackSum(view, one.seat, scoring);
  if (sum === null) return "";
  const own = view.ending !== "went_out" || sum ? t("ending.sum", { sum }) : "";
  const steps = one.score.place === 1 ? won(view, scoring!, sum) : lost(view, scoring!, sum);
  const fits = steps !== null && steps.comes === Number(one.score.small_points) && steps.words.includes(" ");
  return [own, fits ? `${steps.words} = ${points(steps.comes)}` : ""].filter(Boolean).join("; ");
}

interface Steps {
  words: string;
  comes: number;
}

function lost(view: Over, scoring: Scoring, sum: number): Steps | null {
  const best = rackSum(view, view.results.find((one) => one.score.place === 1)?.seat, scoring);
  if (view.ending === "went_out" || scoring.unfinished !== "differences" || best === null) return null;
  return { words: `${best} − ${sum}`, comes: best - sum };
}

function won(view: Over, scoring: Scoring, sum: number): Steps {
  const taken = view.results.filter((one) => one.score.place !== 1).map((one) => -Number(one.score.small_points));
  const less = view.ending !== "went_out" && scoring.unfinished === "own_racks" ? sum : 0;
  const words = taken.join(" + ") + (less ? ` − ${less}` : "");
  return { words, comes: taken.reduce((all, each) => all + each, 0) - less };
}

function cited(view: Over, scoring: Scoring | undefined, unopened: boolean): string[] {
  const { articles = {} } = scoring ?? {};
  const finished = view.ending === "went_out";
  const rules = finished ? ["went_out", "small_points"] : [view.ending ?? "", "unfinished", unopened ? "unopened" : ""];
  const all = [...rules.map((rule) => articles[rule]), ...view.results.map((one) => one.verdict?.article)];
  return [...new Set(all.map(citedAs).filter(Boolean))];
}
