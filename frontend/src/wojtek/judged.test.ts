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
    "Sędzia daje Ci karę: ostrzeżenie. krzyki",
    "Sędzia daje Ci karę: żółta kartka. krzyki Tracisz 1 punkt.",
  ]);
  expect(decisionsFor(0, log, [])).toEqual([]);
});

test("who reported learns the answer, who was reported a warning", () => {
  const report: WojtekReport = { by: 0, about: 1, reason: "podpowiada", decision: null, answer: "" };
  expect(decisionsFor(0, [], [report])).toEqual([]);
  const decided: WojtekReport = { ...report, decision: "warning", answer: "prawda" };
  expect(decisionsFor(0, [], [decided])[0]?.text).toBe("Twoje zgłoszenie „podpowiada” → ostrzeżenie. prawda");
  expect(decisionsFor(1, [], [decided])[0]?.text).toBe("Sędzia daje Ci ostrzeżenie bez stopnia kar. prawda");
  expect(decisionsFor(1, [], [{ ...decided, decision: "rejected" }])).toEqual([]);
});
