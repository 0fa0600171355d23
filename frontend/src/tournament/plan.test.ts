import { expect, test } from "vitest";
import { nextUp, type Slot } from "./plan";
import type { PublicPage } from "./shapes";

const slot = (title: string, kind: string) => ({ title, kind, from: "10:00", to: "10:40" }) as Slot;
const day = [slot("Otwarcie", "opening"), slot("Runda 1", "round"), slot("Obiad", "lunch"), slot("Runda 2", "round")];
const next = (round: number | null, finished = false) =>
  nextUp(day, { overview: { finished }, round: round && { round } } as unknown as PublicPage)?.title;

test("what comes next follows the rounds, whatever the hour", () => {
  expect(next(null)).toBe("Otwarcie");
  expect(next(2)).toBeUndefined();
  expect(next(2, true)).toBeUndefined();
});

test("a round that is announced is on the wall already, whether or not its clock goes", () => {
  expect(next(1)).toBe("Obiad");
});
