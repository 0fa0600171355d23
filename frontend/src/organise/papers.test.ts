import { expect, test } from "vitest";
import { asked, isOf, notYet } from "./papers";

const NOTHING = { entrants: [], rounds: [], finished: false, stages: [{ draw: "lot" }, { draw: "lot" }] };
const PLAYED = { ...NOTHING, entrants: [1], rounds: [1, 2], finished: false };

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
  expect(isOf("numbers", { ...NOTHING, stages: [{ draw: "planned" }, { draw: "lot" }] })).toBe(true);
  expect(isOf("slips", NOTHING)).toBe(true);
  expect(notYet("scheme", PLAYED)).toBe("");
  expect(notYet("scheme", { ...PLAYED, finished: true })).toBe("papers.scheme_over");
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
