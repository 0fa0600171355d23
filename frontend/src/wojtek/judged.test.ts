import { beforeEach, expect, test } from "vitest";
import { app } from "../lib/app.svelte";
import type { Item, WojtekReport } from "../lib/protocol";
import { decisionsFor } from "./judged";
import { told } from "./story";

beforeEach(() => {
  app.lang = "pl";
});

const punished = (seq: number, seat: number, step: string, points: number) =>
  ({ seq, kind: "OffencePunished", at: 0, by: "", data: { seat, step, points, reason: "krzyki" } }) as unknown as Item;

test("who is punished is told what it is and what it costs, and nobody else is", () => {
  const log = [punished(4, 1, "first_warning", 0), punished(9, 1, "yellow_card", 1)];
  expect(decisionsFor(1, log, []).map((one) => one.text)).toEqual([
    "Sędzia daje Ci karę: ostrzeżenie. Powód: krzyki",
    "Sędzia daje Ci karę: żółta kartka. Tracisz 1 punkt. Powód: krzyki",
  ]);
  expect(decisionsFor(0, log, [])).toEqual([]);
});

test("a red card and a warning that is a step are told once", () => {
  const out = { ...punished(10, 1, "", 0), kind: "SeatExcluded" };
  expect(decisionsFor(1, [punished(9, 1, "red_card", -3), out], []).map((one) => one.text)).toEqual([
    "Sędzia daje Ci karę: czerwona kartka. Tracisz 3 punkty i nie grasz dalej w tej grze: masz w niej ostatnie miejsce. Powód: krzyki",
  ]);
  expect(decisionsFor(1, [punished(9, 1, "red_card", -3)], [])[0]?.text, "after the game").toBe(
    "Sędzia daje Ci karę: czerwona kartka. Tracisz 3 punkty. Powód: krzyki",
  );
  const report: WojtekReport = { by: 0, about: 1, reason: "krzyczy", decision: "warning", answer: "krzyki" };
  expect(decisionsFor(1, [punished(9, 1, "first_warning", 0)], [report])).toHaveLength(1);
});

test("who reported learns the answer, who was reported a warning", () => {
  const report: WojtekReport = { by: 0, about: 1, reason: "podpowiada", decision: null, answer: "" };
  expect(decisionsFor(0, [], [report])).toEqual([]);
  const decided: WojtekReport = { ...report, decision: "warning", answer: "prawda" };
  expect(decisionsFor(0, [], [decided])[0]?.text).toBe("Twoje zgłoszenie „podpowiada” → ostrzeżenie. prawda");
  expect(decisionsFor(1, [], [decided])[0]?.text).toBe("Sędzia daje Ci ostrzeżenie. prawda");
  expect(decisionsFor(1, [], [{ ...decided, decision: "rejected" }])).toEqual([]);
});

test("whose move the judge took back is told so, and the log names the move", () => {
  const move = (seq: number, seat: number) => ({ seq, kind: "BearMoved", at: 0, by: "", data: { seat, to: 3, cards: [] } }) as unknown as Item;
  const back = { seq: 12, kind: "Rewound", at: 0, by: "", data: { to: 8, reason: "zła karta" } } as unknown as Item;
  const log = [move(7, 0), move(9, 1), move(11, 2), back];
  const name = (seat: number) => ["Zawodnik 1", "Zawodnik 2", "Zawodnik 3"][seat]!;
  expect(told(back, {} as never, name, log)).toBe("Gra cofnięta przez sędziego do ruchu: Zawodnik 2. zła karta");
  expect(decisionsFor(1, log, []).map((one) => one.text)).toEqual(["Sędzia cofa grę: Twój ruch jest odwołany i będzie zagrany od nowa. Powód: zła karta"]);
  expect(decisionsFor(0, log, [])).toEqual([]);
});
