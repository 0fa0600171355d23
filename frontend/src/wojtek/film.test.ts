import { beforeAll, expect, test } from "vitest";
import { app } from "../lib/app.svelte";
import type { BoardShown, WojtekFrame, WojtekTableView } from "../lib/protocol";
import { stepOf, turnFrom, undone } from "../replay/film";
import { cardsSteps, marks, seenBy, toldTo, turnsOf, weight } from "./film";
import { toldInFilm } from "./story";

const frame = (seq: number, kind: string, view: object = {}, data: object = {}): WojtekFrame => ({
  seq,
  kind,
  at: seq,
  by: "seat 0",
  data: { ...data },
  view: { ...view },
});
const hands = (...held: string[][]) => held.map((hand) => ({ hand, travel_cards: hand.length }));
const FILM = [
  frame(1, "TableOpened", { phase: "setting_up", turn: 0, seats: hands([], []), display: [null] }),
  frame(2, "GameStarted", { phase: "playing" }),
  frame(3, "CardsDrawn", { seats: hands(["r", "g"], []) }, { seat: 0, cards: ["r", "g"], count: 2 }),
  frame(4, "TurnEnded", { turn: 1 }, { seat: 0, next_seat: 1 }),
  frame(5, "MisconductReported", {}, { seat: 1, about: 0, reason: "podpowiada" }),
  frame(6, "OffencePunished", {}, { seat: 0, step: "first_warning", points: 0, reason: "tak" }),
  frame(7, "Rewound", { turn: 0, seats: hands([], []) }, { to: 2, reason: "spór" }),
  frame(8, "GameEnded", { phase: "over" }),
];
const BOARD = {
  colours: [
    { id: "r", pl: "czerwony", en: "red" },
    { id: "g", pl: "zielony", en: "green" },
  ],
} as unknown as BoardShown;
const name = (seat: number) => `Zawodnik ${seat + 1}`;

beforeAll(() => {
  app.lang = "pl";
});

test("what a frame does not tell is as before", () => {
  const all = cardsSteps(FILM);
  expect(all.map((step) => [step.view.phase, step.view.turn, step.view.seats[0]?.hand?.length])).toEqual([
    ["setting_up", 0, 0],
    ["playing", 0, 0],
    ["playing", 0, 2],
    ["playing", 1, 2],
    ["playing", 1, 2],
    ["playing", 1, 2],
    ["playing", 0, 0],
    ["over", 0, 0],
  ]);
});

test("through the eyes of one seat the other hands are covered", () => {
  const view = cardsSteps(FILM)[2]!.view;
  const held = (shown: WojtekTableView) => shown.seats.map((seat) => seat.hand);
  expect(held(seenBy(view, null))).toEqual([["r", "g"], []]);
  expect(held(seenBy(view, 1))).toEqual([null, []]);
  expect(held(seenBy(view, 0))).toEqual([["r", "g"], null]);
  expect(seenBy(view, 1).seats[0]?.travel_cards).toBe(2);
});

test("a sentence names cards only to whose eyes saw them", () => {
  const said = (eyes: number | null) => toldInFilm(toldTo(FILM[2]!, eyes), BOARD, name);
  expect(said(null)).toBe("Zawodnik 1 dobiera: czerwony, zielony");
  expect(said(0)).toBe("Zawodnik 1 dobiera: czerwony, zielony");
  expect(said(1)).toBe("Zawodnik 1 dobiera 2 karty");
});

test("a report is told to the two it is about", () => {
  const said = (eyes: number | null) => toldInFilm(toldTo(FILM[4]!, eyes), BOARD, name);
  expect(said(1)).toBe("Zawodnik 2 zgłasza: Zawodnik 1. podpowiada");
  expect(said(0)).toBe("Zawodnik 2 zgłasza: Zawodnik 1. podpowiada");
  expect(said(2)).toBe("Zgłoszenie do sędziego");
});

test("one can jump to reports, penalties and rewinds, and from turn to turn", () => {
  expect(marks(FILM).map((one) => one.seq)).toEqual([5, 6, 7, 8]);
  const all = cardsSteps(FILM);
  expect(stepOf(all, 6)).toBe(5);
  expect(turnFrom(all, 1, 1)).toBe(3);
  expect(turnFrom(all, 3, -1)).toBe(1);
  expect([...undone(FILM)]).toEqual([3, 4]); // what the judge wrote down stands
});

test("the judge's lines are marked and small steps pass quickly", () => {
  expect(FILM.map((one) => weight(one.kind))).toEqual([
    "small",
    "play",
    "small",
    "small",
    "dispute",
    "referee",
    "referee",
    "play",
  ]);
  expect(cardsSteps(FILM).map((step) => step.quick)).toEqual([true, false, true, true, false, false, false, false]);
});

test("a turn is taken back to the moment before it, and what was undone is not offered again", () => {
  const bear = (position: number) => ({ seats: [{ position }] });
  const film = [
    frame(1, "GameStarted", { phase: "playing", ...bear(0) }),
    frame(2, "BearMoved", bear(3), { seat: 0 }),
    frame(3, "TurnEnded", { turn: 1 }),
    frame(4, "ThreeCardsDeclared", {}, { seat: 1 }),
    frame(5, "BearMoved", bear(9), { seat: 1 }),
    frame(6, "TurnEnded", { turn: 0 }),
    frame(7, "Rewound", bear(3), { to: 3, reason: "spór" }),
    frame(8, "CardsExchanged", {}, { seat: 1 }),
  ];
  const turns = turnsOf(film);
  expect(turns.map((turn) => [turn.frame.seq, turn.to])).toEqual([
    [8, 7],
    [2, 1],
  ]);
  expect(turns.map((turn) => turn.before.seats[0]?.position)).toEqual([3, 0]);
});
