import { expect, test } from "vitest";
import { nextUp, type Slot } from "./plan";
import type { Hall, PublicPage } from "./shapes";

const slot = (title: string, kind: string) => ({ title, kind, from: "10:00", to: "10:40" }) as Slot;
const day = [slot("Otwarcie", "opening"), slot("Runda 1", "round"), slot("Obiad", "lunch"), slot("Runda 2", "round")];
const page = (round: number | null, finished = false) =>
  ({ overview: { finished }, round: round && { round, tables: [] } }) as unknown as PublicPage;
const next = (round: number | null, clock: number | null, finished = false) =>
  nextUp(day, page(round, finished), { round: clock } as Hall)?.title;

test("what comes next follows the rounds, whatever the hour", () => {
  expect(next(null, null)).toBe("Otwarcie");
  expect(next(1, null)).toBe("Runda 1");
  expect(next(1, 1)).toBe("Obiad");
  expect(next(2, 1)).toBe("Runda 2");
  expect(next(2, 2)).toBeUndefined();
  expect(next(2, 2, true)).toBeUndefined();
});

test("a round that has a result is played, also where nobody started its clock", () => {
  const played = { overview: { finished: false }, round: { round: 1, tables: [{ games: [{ game: 1, result: "entered" }] }] } };
  expect(nextUp(day, played as unknown as PublicPage, { round: null } as Hall)?.title).toBe("Obiad");
});
