import { expect, test } from "vitest";
import { shortTold, spoken, timeOutTold, told } from "./story";
import { t } from "../lib/app.svelte";
import { jokerName, tileName } from "../tiles/names";

const nameOf = (seat: number) => (seat === 0 ? t("table.you") : `Zawodnik ${seat}`);
const ran = { kind: "TimeRanOut", data: { seat: 1, ruling: "unfinished", article: "mp2023 L35" } };

test("a time-out is told with its article, the tiles put back and the tile drawn", () => {
  const drew = { kind: "TileDrawn", data: { seat: 1, reason: "penalty", tile: "k5" } };
  const said = timeOutTold([ran, drew], ["o9", "j"], nameOf);
  expect(said).toContain("Zawodnik 1");
  for (const part of ["9▲ ★", "5●", "mp2023 L35"]) expect(said).toContain(part);
});

test("a tile others may not see is drawn without its name, and no decision is cited", () => {
  const drew = { kind: "TileDrawn", data: { seat: 1, reason: "penalty" } };
  const said = timeOutTold([{ ...ran, data: { ...ran.data, article: "decision 3" } }, drew], [], nameOf);
  expect(said).toContain(t("table.time_out_took"));
  expect(said).not.toContain("decision");
});

test("the own rack is not the rack of You", () => {
  const said = told({ kind: "RackInspected", data: { seat: 0, reason: "x" } }, nameOf);
  expect(said).not.toContain(t("table.you"));
});

test("a dispute and a game taken back tell which move, in words", () => {
  const find = () => ({ kind: "TilesLaid", data: { seat: 1, laid: ["k10", "k11", "k12"] } });
  const challenged = { kind: "Challenged", data: { seat: 2, event: 41 } };
  expect(told(challenged, nameOf, find)).toMatch(/Zawodnik 2.*Zawodnik 1.*3/);
  expect(told(challenged, nameOf)).not.toMatch(/41|\{/);
  expect(told({ kind: "Rewound", data: { to: 41, reason: "x" } }, nameOf, find)).toMatch(/Zawodnik 1/);
});

test("points are told of tiles that show them: what a joker stands for is not in the line", () => {
  const laid = { kind: "TilesLaid", data: { seat: 1, laid: ["k10", "j", "k12"] } };
  expect(shortTold(laid, nameOf).replace("Zawodnik 1", "").match(/\d+/g)).toEqual(["3"]);
  const plain = { kind: "TilesLaid", data: { seat: 1, laid: ["k10", "k11", "k12"] } };
  expect(shortTold(plain, nameOf).replace("Zawodnik 1", "").match(/\d+/g)).toEqual(["3", "33"]);
});

test("nobody is told of himself as of another", () => {
  const laid = { kind: "TilesLaid", data: { seat: 0, laid: ["k5"] } };
  for (const item of [laid, { kind: "TileDrawn", data: { seat: 0, tile: "k5" } }, { kind: "NothingDrawn", data: { seat: 0 } }]) {
    expect(told(item, nameOf)).not.toMatch(/You (lays|draws)|You:/);
  }
  const own = timeOutTold([{ kind: "TimeRanOut", data: { seat: 0, ruling: "move_stands" } }, laid], [], nameOf);
  expect(own).not.toMatch(/You (lays|draws)|You:/);
});

test("ears are told once: a time-out by its strip, a tile by its name", () => {
  const drew = { kind: "TileDrawn", data: { seat: 0, tile: "o3" } };
  expect(spoken([drew], nameOf).join()).toContain("3 orange");
  expect(spoken([{ kind: "TimeRanOut", data: { seat: 0, ruling: "no_move" } }, drew], nameOf)).toEqual([]);
});

test("a pass, a stack and a move begun anew are heard as they are read", () => {
  const said = spoken(["Passed", "StackPlaced", "TurnRestarted"].map((kind) => ({ kind, data: { seat: 1, stack: 3 } })), nameOf);
  expect(said).toHaveLength(3);
  expect(said[0]).toBe(t("log.Passed", { who: "Zawodnik 1" }));
});

test("a joker taken from the table is told with what it stands for now", () => {
  const data = { seat: 1, laid: ["r12"], jokers: { "k10 k11 k12 j": ["k13"] }, taken: ["k13"] };
  const laid = { kind: "TilesLaid", data };
  expect(told(laid, nameOf)).toContain(t("log.joker_taken", { stands: "13●" }));
  expect(spoken([laid], nameOf).join()).toContain(tileName("k13"));
  expect(told({ ...laid, data: { ...data, taken: undefined } }, nameOf)).not.toContain("13●");
});

test("ears are told which tiles were laid, and a joker with what it stands for", () => {
  const tableau = [["k3", "j", "k5"], ["r9", "b9", "j"]];
  const data = { seat: 1, laid: ["k3", "j", "k5"], tableau, jokers: { "k3 j k5": ["k4"], "r9 b9 j": ["9"] } };
  const said = spoken([{ kind: "TilesLaid", data }], nameOf).join();
  for (const tile of [tileName("k3"), jokerName("k4"), tileName("k5")]) expect(said).toContain(tile);
  expect(said).not.toContain(jokerName("9"));
  expect(jokerName("k4")).toContain(tileName("k4"));
});

test("where a joker lies the line tells no points: what it is worth may have changed", () => {
  const laid = { kind: "TilesLaid", data: { seat: 1, laid: ["k10", "k11"], jokers: { "k9 k10 k11 j": ["k12"] } } };
  expect(shortTold(laid, nameOf).replace("Zawodnik 1", "").match(/\d+/g)).toEqual(["2"]);
});

test("the record says what a laid joker stands for", () => {
  const data = { seat: 1, laid: ["k3", "j", "k5"], jokers: { "k3 j k5": ["k4"] } };
  expect(told({ kind: "TilesLaid", data }, nameOf)).toContain("★=4●");
});

test("an announcement before the game is told with the readiness", () => {
  const said = (announces: boolean) => told({ kind: "ReadinessDeclared", data: { seat: 1, announces_opening: announces } }, nameOf);
  expect(said(true)).toBe(t("log.ReadyAnnouncing", { who: "Zawodnik 1" }));
  expect(said(false)).toBe(t("log.ReadinessDeclared", { who: "Zawodnik 1" }));
});

test("who was put out by the tournament is told so once", () => {
  const said = told({ kind: "SeatDisqualified", data: { seat: 1, reason: "disqualified", article: "" } }, nameOf);
  expect(said).toBe(t("log.SeatPutOut", { who: "Zawodnik 1" }));
  expect(said).not.toContain("(");
});

test("a game taken back to a penalty tile does not sound as if one were taken now", () => {
  const find = () => ({ kind: "TileDrawn", data: { seat: 1, reason: "penalty" } });
  const said = told({ kind: "Rewound", data: { to: 41, reason: "x" } }, nameOf, find);
  expect(said).toContain("just after “Zawodnik 1 takes a penalty tile”");
});
