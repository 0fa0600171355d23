import { beforeEach, expect, test } from "vitest";
import { app } from "../lib/app.svelte";
import type { Item, WojtekReport } from "../lib/protocol";
import { decisionsFor } from "./judged";

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
