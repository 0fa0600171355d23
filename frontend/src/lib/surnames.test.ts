import { expect, test } from "vitest";
import { bySurname, surnameFirst } from "./surnames";

test.each([
  ["Anna Maria Żak", "Żak Anna Maria"],
  ["Jan de\u00a0la\u00a0Cruz", "de\u00a0la\u00a0Cruz Jan"],
  ["Zawodnik 17", "Zawodnik 17"],
  ["#7", "#7"],
  ["Ewa Nowak (SP 5, 7)", "Nowak Ewa (SP 5, 7)"],
  ["Ewa Nowak (7)", "Nowak Ewa (7)"],
  ["Pele", "Pele"],
])("%s is listed as %s", (name, listed) => expect(surnameFirst(name)).toBe(listed));

test("a list is in the order of surnames and of the Polish alphabet", () => {
  const names = ["Adam Żak", "Zofia Łoś", "Ewa Lis", "Jan Zając", "Zawodnik 10", "Zawodnik 9"].map((name) => ({ name }));
  expect(bySurname(names).map((one) => one.listed)).toEqual([
    "Lis Ewa",
    "Łoś Zofia",
    "Zając Jan",
    "Zawodnik 9",
    "Zawodnik 10",
    "Żak Adam",
  ]);
});
