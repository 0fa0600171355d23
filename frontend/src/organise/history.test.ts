import { expect, test } from "vitest";
import { t } from "../lib/app.svelte";
import { reasonOf, type HistoryEntry } from "./history";

const corrected = (more: Record<string, unknown>) => ({ event: "ResultCorrected", online: true, ...more }) as HistoryEntry["event"];

test("a result an online table told anew says why in the reader's words", () => {
  expect(reasonOf(corrected({ cause: "places_set" }), "Błąd w liczeniu")).toBe(`${t("history.cause_places_set")}: Błąd w liczeniu`);
  expect(reasonOf(corrected({ cause: "exclusion" }), "")).toBe(t("history.cause_exclusion"));
  expect(reasonOf(corrected({}), "rewind"), "an old log").toBe(t("history.cause_told_anew"));
  expect(reasonOf(corrected({ online: false, cause: "by_hand" }), "rewind"), "as it was typed").toBe("rewind");
});
