import { expect, test } from "vitest";
import { listedNow, waysToList } from "./surname";

test("the surname is the last word until somebody says otherwise", () => {
  expect(listedNow("Anna Maria Nowak")?.listed).toBe("Nowak Anna Maria");
  expect(listedNow("Jan van\u00a0der\u00a0Berg")?.listed).toBe("van der Berg Jan");
  expect(listedNow("Nowak")).toBeUndefined();
});

test("every way to read a name is offered with the name that keeps it", () => {
  expect(waysToList("Jan van der Berg")).toEqual([
    { listed: "Berg Jan van der", name: "Jan van der Berg" },
    { listed: "der Berg Jan van", name: "Jan van der\u00a0Berg" },
    { listed: "van der Berg Jan", name: "Jan van\u00a0der\u00a0Berg" },
    { listed: "Jan van der Berg", name: "van der Berg Jan" },
  ]);
});
