// What happened, in words; the numbers and names come from the event itself.
import { t } from "../lib/app.svelte";
import type { BoardShown, Item } from "../lib/protocol";
import { cardName, colourName, placeName } from "./names";

type Tell = (data: Record<string, any>, who: string, board: BoardShown) => string;

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
  TurnTimedOut: (_, who) => t("wojtek.log_timed_out", { who }),
  SeatFinished: (d, who) => t(d.by === "goal_reached" ? "wojtek.log_home" : "wojtek.log_set", { who }),
  LastTurnsBegan: () => t("wojtek.log_last_turns"),
  TimeCalled: () => t("wojtek.log_time"),
  GameEnded: () => t("wojtek.log_ended"),
  OffencePunished: (d, who) => t("wojtek.log_punished", { who, step: t(STEPS[d.step as string] ?? "wojtek.first_warning"), reason: d.reason }),
  SeatExcluded: (d, who) => t("wojtek.log_excluded", { who, reason: d.reason }),
  RankingOverruled: (d) => t("wojtek.log_overruled", { reason: d.reason }),
  JudgeCalled: () => t("wojtek.log_judge"),
  JudgeConfirmed: () => t("wojtek.log_confirmed"),
  Paused: (d) => t("wojtek.log_paused", { reason: d.reason }),
  Resumed: () => t("wojtek.log_resumed"),
  TimeAdded: (d, who) => t("wojtek.log_time_added", { who, seconds: d.seconds, reason: d.reason }),
  Rewound: (d) => t("wojtek.log_rewound", { to: d.to, reason: d.reason }),
  RulingGiven: (d) => t("wojtek.log_ruling", { reason: d.reason }),
  HandInspected: (d, who) => t("wojtek.log_inspected", { who, reason: d.reason }),
};

const STEPS: Record<string, "wojtek.first_warning" | "wojtek.yellow_card" | "wojtek.second_warning" | "wojtek.red_card"> = {
  first_warning: "wojtek.first_warning",
  yellow_card: "wojtek.yellow_card",
  second_warning: "wojtek.second_warning",
  red_card: "wojtek.red_card",
};

/** An event as a sentence; empty for what needs no words. */
export function told(item: Item, board: BoardShown, name: (seat: number) => string): string {
  const data = item.data as Record<string, any>;
  return TOLD[item.kind]?.(data, typeof data.seat === "number" ? name(data.seat) : "", board) ?? "";
}
