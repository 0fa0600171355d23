import { beforeEach, describe, expect, test } from "vitest";
import { GAMES } from "../games";
import type { ServerMessage } from "../lib/protocol";
import { RummikubState } from "../rummikub/state.svelte";
import { WojtekState } from "../wojtek/state.svelte";
import type { LiveState } from "./state.svelte";

const CLOCK = { left_ms: 60_000, running: true, now: 1000 };
const message = (one: object) => one as ServerMessage;
const welcome = (seat: number | null = 0) =>
  message({ t: "welcome", table: "abc", seat, role: "seat", rules: {}, seats: [{ entrant: 1 }, { entrant: 2 }] });
const seats = [{ tiles: 3, opened: true }, { tiles: 5, opened: false }];
const view = { phase: "playing", tableau: [], game: 1, turn: 0, turn_time_s: 60, paused: false, drew: false, seats, middle: { tiles: 7 }, bank: [], may_draw: true, last_moves: null, clicked_early: null };
const snapshot = (more: object = {}) =>
  message({
    t: "snapshot", seq: 1, view, present: [true, true], clock: CLOCK, access: [], felt: [], rack: ["r1", "b2", "k3"],
    last_play: [], before_play: [], jokers: [], story: [], waits_ms: null, match: [], draft: null, options: null, fair: { commit: "c0" }, ...more,
  });
const news = (...items: object[]) => message({ t: "events", items, clock: { ...CLOCK, now: 2000 }, rack: null });
const item = (seq: number, kind: string, data: object = {}) => ({ seq, kind, data, at: 900 });

describe.each(Object.keys(GAMES))("a table of %s", (game) => {
  let state: LiveState;
  beforeEach(async () => {
    state = new (await GAMES[game]!.hall()).State();
  });

  test("takes in what every game has", () => {
    state.hear(welcome(1));
    state.hear(snapshot());
    expect([state.seat, state.view?.phase, state.present, state.commit]).toEqual([1, "playing", [true, true], "c0"]);
    expect(state.clock).toEqual(CLOCK);
  });
  test("shows why something was refused until the next answer", () => {
    state.hear(message({ t: "no", id: "x", faults: [{ code: "a", message: "b" }] }));
    expect(state.faults.length).toBe(1);
    state.hear(message({ t: "ack", id: "y", seq: 2 }));
    expect(state.faults).toEqual([]);
  });
  test("calls people by their names, whichever comes first", () => {
    const people = { tournament: "t", round: 1, table: 1, seats: [{ name: "Zawodnik 1", team: "" }, { name: "Zawodnik 2", team: "" }] };
    state.hear(welcome());
    state.meet(people);
    expect(state.welcome?.seats[1]?.name).toBe("Zawodnik 2");
    state.hear(welcome());
    expect(state.welcome?.seats[1]?.name).toBe("Zawodnik 2");
  });
  test("stays away after a last word and comes back after any other", () => {
    state.hear(message({ t: "bye", code: "bye.restart", message: "Zaraz." }));
    expect([state.connection, state.notice]).toEqual(["connecting", "Zaraz."]);
    state.hear(message({ t: "bye", code: "bye.newer_connection", message: "Gdzie indziej." }));
    expect(state.connection).toBe("closed");
  });
  test("knows who came to look, each once", () => {
    state.hear(snapshot());
    const came = item(2, "AccessChanged", { what: "device", seat: 0, device: 2 });
    state.hear(news(came));
    state.hear(news(came));
    expect(state.access.map((one) => one.seq)).toEqual([2]);
  });
});

describe("Rummikub", () => {
  const at = (seat = 0) => {
    const state = new RummikubState();
    state.hear(welcome(seat));
    state.hear(snapshot());
    return state;
  };

  test("books a play from the news alone", () => {
    const state = at(1);
    const laid = { seat: 0, laid: ["r1"], tableau: [["r1"]], felt: [["r1", 0, 0]] };
    expect(state.hear(news(item(2, "TilesLaid", laid)))).toBe(false);
    expect([state.view?.seats[0]?.tiles, state.lastPlay, state.othersMove]).toEqual([2, ["r1"], 2]);
  });
  test("begins its own turn from the news alone where a move was made before it", () => {
    const ended = item(3, "TurnEnded", { seat: 0, next_seat: 1 });
    const drawn = item(2, "TileDrawn", { seat: 0 });
    const state = at(1);
    expect(state.hear(news(drawn, ended))).toBe(false);
    expect([state.myTurn, state.editable, state.view?.turn]).toEqual([true, true, 1]);
    const laid = item(2, "TilesLaid", { seat: 0, laid: ["r1"], tableau: [["r1"]], felt: [["r1", 0, 0]] });
    expect(at(1).hear(news(laid, ended))).toBe(false);
    // Clicked without a move, or the last moves: what that means for us the rules say.
    expect(at(1).hear(news(ended))).toBe(true);
    for (const more of [{ last_moves: [0, 1] }, { middle: { tiles: 1 } }, { may_draw: false }, { clicked_early: 1 }]) {
      const late = at(1);
      late.hear(snapshot({ view: { ...view, ...more } }));
      expect(late.hear(news(drawn, ended))).toBe(true);
    }
  });
  test("asks for a snapshot where the news do not say all", () => {
    expect(at().hear(news(item(2, "GameEnded")))).toBe(true);
    expect(at().hear(news(item(2, "Paused")))).toBe(false);
  });
  test("a snapshot does not take tiles out of the hand", () => {
    const state = at();
    const [first, ...rest] = state.board.rack;
    state.board = { felt: [first!], rack: rest, mine: new Set([first!.id]), trays: [[first!.id]] };
    state.hear(snapshot());
    expect(state.board.felt.length).toBe(1);
    const begun = state.begun();
    expect([begun.felt.length, begun.rack.map((piece) => piece.tile)]).toEqual([0, ["b2", "k3", "r1"]]);
  });
  test("another's draft is seen and our own is not put over ours", () => {
    const draft = (seat: number) => message({ t: "draft", seat, felt: [["o9", 0, 0]], outline: [], melds: [["o9"]] });
    const state = at();
    state.hear(draft(0));
    expect(state.board.felt).toEqual([]);
    state.hear(draft(1));
    expect(state.board.felt.map((piece) => piece.tile)).toEqual(["o9"]);
  });
  test("after a page is loaded again the own draft lies as the server holds it", () => {
    const state = new RummikubState();
    state.hear(welcome());
    const draft = { seat: 0, felt: [["b2", 30, 0]], lifted: null, outline: [], melds: [["b2"]] };
    state.hear(snapshot({ draft }));
    expect(state.board.felt.map((piece) => piece.tile)).toEqual(["b2"]);
    expect([state.board.rack.map((piece) => piece.tile), state.hasDraft]).toEqual([["r1", "k3"], true]);
  });
  test("a time-out is kept with what came of it until the next move", () => {
    const state = at();
    const ran = item(2, "TimeRanOut", { seat: 1, ruling: "unfinished", article: "mp2023 L35", tableau: [["o9", "o10"]] });
    state.hear(news(ran, item(3, "TileDrawn", { seat: 1, reason: "penalty" }), item(4, "TurnEnded", { seat: 1, next_seat: 0 })));
    expect([state.timeOut.map((one) => one.kind), state.putBack]).toEqual([["TimeRanOut", "TileDrawn"], ["o9", "o10"]]);
    state.hear(news(item(5, "TileDrawn", { seat: 0, reason: "move" })));
    expect(state.timeOut).toEqual([]);
  });
  test("what is taken back is no longer told", () => {
    const state = at();
    state.hear(news(item(2, "TimeRanOut", { seat: 1, ruling: "no_move" }), item(3, "TileDrawn", { seat: 1 })));
    state.hear(news(item(4, "TimeCalled")));
    expect(state.refereed.map((one) => one.kind)).toEqual(["TimeCalled"]);
    state.hear(news(item(6, "WarningGiven", { seat: 1 })));
    state.hear(news(item(7, "Rewound", { to: 1, reason: "x" })));
    expect([state.timeOut, state.refereed.map((one) => one.kind)]).toEqual([[], ["WarningGiven", "Rewound"]]);
  });
  test("the end of time is told once: by the last moves it leaves", () => {
    const state = at();
    state.hear(news(item(2, "TimeCalled"), item(3, "LastMovesBegan", { ending: "time_over" })));
    expect(state.refereed).toEqual([]);
  });
  test("a new deal is told until the game begins", () => {
    const state = at();
    state.hear(news(item(2, "RedealAsked", { seat: 1 })));
    state.hear(news(item(3, "TilesDealt", { game: 1 })));
    expect(state.refereed.map((one) => one.kind)).toEqual(["RedealAsked"]);
    state.hear(news(item(4, "GameStarted")));
    expect(state.refereed).toEqual([]);
  });
  test("a new game begins without the rulings and the drawn tile of the one before", () => {
    const state = at();
    state.hear(news(item(2, "WarningGiven", { seat: 1 }), item(3, "TileDrawn", { seat: 0, tile: "o9" })));
    expect([state.refereed.length, state.drawn]).toEqual([1, "o9"]);
    state.hear(news(item(4, "TilesDealt", { game: 2 })));
    expect([state.refereed, state.drawn]).toEqual([[], null]);
  });
  test("a pass is a line of the story and stays one", () => {
    const state = at(1);
    state.hear(news(item(2, "TurnEnded", { seat: 0, next_seat: 1, how: "click" })));
    expect(state.story.map((one) => [one.kind, one.data.seat])).toEqual([["Passed", 0]]);
    state.hear(snapshot({ story: [item(1, "GameStarted")] }));
    expect(state.story.map((one) => one.kind)).toEqual(["GameStarted", "Passed"]);
    const drew = at(1);
    drew.hear(news(item(2, "TileDrawn", { seat: 0 }), item(3, "TurnEnded", { seat: 0, next_seat: 1, how: "click" })));
    expect(drew.story.map((one) => one.kind)).toEqual(["TileDrawn"]);
  });
  test("the move of another can be challenged after a page is loaded again", () => {
    const state = new RummikubState();
    state.hear(welcome());
    state.hear(snapshot({ last_move: 7 }));
    expect(state.othersMove).toBe(7);
  });
});

describe("Miś Wojtek", () => {
  test("waits for us while it offers us something, and forgets what was picked", () => {
    const state = new WojtekState();
    state.hear(welcome());
    state.hear(snapshot({ options: { cards: [] } }));
    state.picked = [1];
    expect([state.myTurn, state.cards]).toEqual([true, ["b2"]]);
    state.hear(snapshot());
    expect([state.myTurn, state.cards]).toEqual([false, []]);
  });
  test("a turn's news take its notice and refusals away", () => {
    const state = new WojtekState();
    state.hear(message({ t: "notice", code: "x", message: "Zegar minął." }));
    state.hear(news(item(2, "TurnEnded")));
    expect([state.notice, state.log.length]).toEqual(["", 1]);
  });
});
