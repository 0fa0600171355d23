import { expect, test } from "vitest";
import { asked, isOf, notYet } from "./papers";

const DRAWN = { draw: "lot", rounds: 2, seating: "draw", field: "all" };
const BY_RANK = { draw: "lot", rounds: 1, seating: "scheme", field: "cut" };
const NOTHING = { entrants: [], rounds: [], finished: false, stages: [DRAWN, BY_RANK], next: { next: "draw", stage: 1 } };
const PLAYED = { ...NOTHING, entrants: [1], rounds: [{ stage: 1 }, { stage: 1 }], next: { next: "play", stage: 1 } };
const LAST = { ...PLAYED, rounds: [...PLAYED.rounds, { stage: 2 }], next: { next: "play", stage: 2 } };

test("a paper says why its time has not come", () => {
  expect(["diplomas", "protocol", "form"].map((paper) => notYet(paper, PLAYED))).toEqual(Array(3).fill("papers.at_the_end"));
  expect(notYet("diplomas", { ...PLAYED, finished: true })).toBe("");
  expect(notYet("scores", NOTHING)).toBe("papers.once_drawn");
  expect(notYet("badges", NOTHING)).toBe("papers.once_entered");
  expect(["rules", "poster", "standings"].map((paper) => notYet(paper, NOTHING))).toEqual(["", "", ""]);
  expect(notYet("scores", PLAYED)).toBe("");
});

test("numbers are offered only where they are drawn, a scheme only while there is a round to come", () => {
  expect(isOf("numbers", NOTHING)).toBe(false);
  expect(isOf("numbers", { ...NOTHING, stages: [{ ...DRAWN, draw: "planned" }, BY_RANK] })).toBe(true);
  expect(isOf("slips", NOTHING)).toBe(true);
  expect(notYet("scheme", PLAYED)).toBe("");
  expect(notYet("scheme", { ...PLAYED, finished: true })).toBe("papers.scheme_over");
});

test("what does not exist is not offered: sheets and a scheme for a round after the last", () => {
  expect(notYet("scores_blank", NOTHING)).toBe("papers.once_entered");
  expect(notYet("scores_blank", { ...NOTHING, entrants: [1] })).toBe("");
  expect(notYet("scores_blank", PLAYED)).toBe("");
  expect(notYet("scores_blank", LAST)).toBe("papers.no_more_rounds");
  expect(notYet("scores_blank", { ...LAST, next: { next: "finish", stage: 2 } })).toBe("papers.no_more_rounds");
  expect(notYet("scheme", NOTHING)).toBe("papers.once_drawn");
  expect(notYet("scheme", LAST)).toBe("papers.no_more_rounds");
  expect(notYet("scheme", { ...PLAYED, next: { next: "draw", stage: 2 } })).toBe("");
  const winners = [DRAWN, { ...BY_RANK, field: "table_winners" }];
  expect(notYet("scheme", { ...PLAYED, stages: winners })).toBe("papers.scheme_when");
});

test("a round and a last place are asked for where the paper knows them", () => {
  const wish = { round: 1, last: 2, places: 10 };
  expect(asked("results", wish)).toBe("?round=1");
  expect(asked("scores", wish, "two=true")).toBe("?two=true&round=1");
  expect(asked("scores", wish, "blank=true")).toBe("?blank=true");
  expect(asked("standings", wish)).toBe("?round=1");
  expect(asked("standings", { ...wish, round: 2 })).toBe("");
  expect(asked("diplomas", wish, "design=band")).toBe("?design=band&places=10");
  expect(asked("diplomas", { ...wish, places: null })).toBe("");
  expect(asked("rules", wish)).toBe("");
});
