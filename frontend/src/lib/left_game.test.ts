import { beforeEach, expect, test } from "vitest";
import { beginGame, hearOfGame, leftGame } from "./left_game";
import type { ServerMessage } from "./protocol";

const THERE = "0123456789abcdef01234567";
const HERE = "d0d0d0d0d0d00123456789ab";
const told = (message: object) => message as ServerMessage;
beforeEach(() => localStorage.clear());

test("a game that was left is offered where it can be played", () => {
  beginGame(THERE);
  expect([leftGame(false), leftGame(true)]).toEqual([THERE, ""]);
  beginGame(HERE);
  expect([leftGame(false), leftGame(true)]).toEqual([HERE, HERE]);
});

test("what is over or gone is not offered, whatever happens elsewhere", () => {
  const ends = [
    { t: "snapshot", view: { phase: "over" } },
    { t: "events", items: [{ kind: "TilesLaid" }, { kind: "GameEnded" }] },
    { t: "no", faults: [{ code: "live.unknown" }] },
  ];
  for (const end of ends) {
    beginGame(HERE);
    hearOfGame(THERE, told(end));
    hearOfGame(HERE, told({ t: "snapshot", view: { phase: "playing" } }));
    expect(leftGame(true)).toBe(HERE);
    hearOfGame(HERE, told(end));
    expect(leftGame(true)).toBe("");
  }
});
