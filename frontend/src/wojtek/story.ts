// What happened, in words; the numbers and names come from the event itself.
import { t } from "../lib/app.svelte";
import type { TextKey } from "../lib/i18n";
import type { BoardShown, Item } from "../lib/protocol";
import { accessTold } from "../table/access";
import { cardName, colourName, placeName } from "./names";

type Tell = (data: Record<string, any>, who: string, board: BoardShown, name: (seat: number) => string) => string;

type Happened = Pick<Item, "kind" | "data">;
type NameOf = (seat: number) => string;

const TOLD: Record<string, Tell> = {
  StartCardDrawn: (d, who, board) => t("wojtek.log_start_card", { who, card: colourName(board, d.card) }),
  BearPlaced: (d, who, board) =>
    t("wojtek.log_placed", { who, place: board.starts.find((one) => one.colour === d.colour)?.name ?? "" }),
  BearMoved: (d, who, board) => t("wojtek.log_moved", { who, place: placeName(board, d.to, null) }),
  BearArrived: (d, who) => t("wojtek.log_arrived", { who, number: d.number }),
  BearCardTaken: (d, who, board) => t("wojtek.log_taken", { who, card: cardName(board, d.card) }),
  CityTaken: (d, who) => t("wojtek.log_city", { who, city: d.city }),
  CardsExchanged: (d, who) => t("wojtek.log_exchanged", { who, count: d.count }),
  ThreeCardsDeclared: (_, who) => t("wojtek.log_three", { who }),
  TravelMixed: () => t("wojtek.log_mixed"),
  BearMixed: () => t("wojtek.log_bear_mixed"),
  TableOpened: () => t("wojtek.log_opened"),
  ResultConfirmed: (_, who) => t("wojtek.log_result_confirmed", { who }),
  // The house's own word for why it passed a turn; a judge writes his reason.
  TurnPassed: (d, who) => t("wojtek.log_passed", { who, reason: d.reason === "away" ? t("wojtek.absence") : d.reason }) + restored(d),
  TurnTimedOut: (d, who) => t("wojtek.log_timed_out", { who }) + restored(d),
  SeatFinished: (d, who) => t(d.by === "goal_reached" ? "wojtek.log_home" : "wojtek.log_set", { who }),
  LastTurnsBegan: (d) => t(d.seats.length ? "wojtek.log_last_turns" : "wojtek.log_last_turn_now"),
  TimeCalled: () => t("wojtek.log_time"),
  GameEnded: () => t("wojtek.log_ended"),
  OffencePunished: (d, who) => t("wojtek.log_punished", { who, step: stepName(d.step), reason: d.reason }),
  SeatExcluded: (d, who) =>
    (d.left ? t("wojtek.log_left", { who }) : t("wojtek.log_excluded", { who, reason: d.reason === "disqualified" ? "" : d.reason }).trim()) + restored(d),
  RankingOverruled: (d) => t("wojtek.log_overruled", { reason: d.reason }),
  JudgeCalled: () => t("wojtek.log_judge"),
  JudgeConfirmed: () => t("wojtek.log_confirmed"),
  Paused: (d) => t("wojtek.log_paused", { reason: d.reason }),
  Resumed: () => t("wojtek.log_resumed"),
  TimeAdded: (d, who) => t("wojtek.log_time_added", { who, seconds: d.seconds, reason: d.reason }),
  RulingGiven: (d) => t("wojtek.log_ruling", { reason: d.reason }),
  AccessChanged: (d, _, __, name) => accessTold(d, name),
  HandInspected: (d, who) => t("wojtek.log_inspected", { who, reason: d.reason }),
};

/** A move by three cards that was not finished leaves nothing changed. */
function restored(d: Record<string, any>): string {
  return d.restored ? ` ${t("wojtek.log_restored")}` : "";
}

/** What goes without saying at the table, but not when a game is looked at event by event. */
const IN_FILM: Record<string, Tell> = {
  TableOpened: (d, _, __, name) =>
    t("wojtek.film_bears", { bears: (d.bears as string[]).map((bear, i) => `${name(i)} – ${bear}`).join(", ") }),
  DecksLaid: (d) => t("wojtek.film_decks", { travel: d.travel_cards, bears: d.bear_cards }),
  SlotFilled: (d, _, board) =>
    t("wojtek.film_filled", { colour: colourName(board, d.slot), card: cardName(board, d.card) }),
  DisplayCleared: () => t("wojtek.film_cleared"),
  OrderAnnounced: (d, _, __, name) => t("wojtek.film_order", { who: (d.seats as number[]).map(name).join(", ") }),
  GameStarted: () => t("log.GameStarted"),
  CardsDrawn: (d, who, board) =>
    d.cards
      ? t("wojtek.film_drawn", { who, cards: colours(board, d.cards) })
      : t("wojtek.film_drawn_covered", { who, count: d.count }),
  CardsExchanged: (d, who, board) =>
    d.cards
      ? t("wojtek.film_exchanged", { who, cards: colours(board, d.cards) })
      : t("wojtek.log_exchanged", { who, count: d.count }),
  SlotEmptied: (d, who, board) =>
    t("wojtek.film_emptied", { who, colour: colourName(board, d.slot), card: cardName(board, d.card) }),
  SlotSwapped: (d, who, board) =>
    t("wojtek.film_swapped", { who, own: cardName(board, d.own), card: cardName(board, d.card) }),
  ColourAwaited: (_, who) => t("wojtek.film_colour", { who }),
  BearMoved: (d, who, board) =>
    t("wojtek.film_moved", { who, cards: colours(board, d.cards), place: placeName(board, d.to, null) }),
  TurnEnded: (d, who, _, name) =>
    d.next_seat === null ? t("wojtek.film_last_turn", { who }) : t("log.TurnEnded", { next: name(d.next_seat) }),
  MisconductReported: (d, _, __, name) => reportTold(d, name),
  ReportDecided: (d) =>
    d.decision === undefined
      ? t("wojtek.film_decided", { report: d.report })
      : t(`wojtek.decided_${d.decision}` as TextKey, { report: d.report, reason: d.reason }),
};

/** A report in the words of who made it, for who may read them. */
export function reportTold(d: Record<string, any>, name: NameOf): string {
  return d.reason === undefined
    ? t("wojtek.film_report")
    : t("wojtek.report_line", { by: name(d.seat), about: name(d.about), reason: d.reason });
}

function colours(board: BoardShown, cards: string[]): string {
  return cards.map((card) => colourName(board, card)).join(", ");
}

const STEPS: Record<string, "wojtek.first_warning" | "wojtek.yellow_card" | "wojtek.second_warning" | "wojtek.red_card"> = {
  first_warning: "wojtek.first_warning",
  yellow_card: "wojtek.yellow_card",
  second_warning: "wojtek.second_warning",
  red_card: "wojtek.red_card",
};

/** What a step of the ladder is called. */
export function stepName(step: string): string {
  return t(STEPS[step] ?? "wojtek.first_warning");
}

/** What begins a turn: who goes back to before it plays it anew. */
export const DONE = new Set(["CardsExchanged", "BearMoved", "ThreeCardsDeclared", "TurnPassed", "TurnTimedOut"]);

/** Whose move is played anew, where what was taken back is known. */
function rewoundTold(item: Happened, log: readonly Item[], name: NameOf): string {
  const { to, reason } = item.data as { to: number; reason: string };
  const first = log.find((one) => one.seq > to && DONE.has(one.kind));
  return first ? t("wojtek.log_rewound_to", { who: name(first.data.seat as number), reason }) : t("wojtek.log_rewound", { reason });
}

/** An event as a sentence; empty for what needs no words. */
export function told(item: Happened, board: BoardShown, name: NameOf, log: readonly Item[] = []): string {
  return item.kind === "Rewound" ? rewoundTold(item, log, name) : said(TOLD[item.kind], item, board, name);
}

/** Every event has a sentence where a game is looked at again. */
export function toldInFilm(item: Happened, board: BoardShown, name: NameOf, log: readonly Item[] = []): string {
  if (item.kind === "Rewound") return rewoundTold(item, log, name);
  return said(IN_FILM[item.kind] ?? TOLD[item.kind], item, board, name);
}

function said(tell: Tell | undefined, item: Happened, board: BoardShown, name: NameOf): string {
  const data = item.data as Record<string, any>;
  return tell?.(data, typeof data.seat === "number" ? name(data.seat) : "", board, name) ?? "";
}
