import { expect, test } from "vitest";
import { app } from "../lib/app.svelte";
import { calledAt, shortNames } from "./names";

test("bots are called by how they play, and counted where two play alike", () => {
  app.lang = "pl";
  const seats = [{}, { bot: "greedy" }, { bot: "patient" }, { bot: "greedy" }, { bot: "own", name: "" }];
  const called = seats.map((_, i) => calledAt(seats, i));
  expect(called.slice(1)).toEqual(["Bot Prędki", "Bot Cierpliwy", "Bot Prędki 2", "Bot own"]);
});

test("a bot that sits in for somebody keeps his name", () => {
  app.lang = "pl";
  expect(calledAt([{ bot: "greedy", name: "Zawodnik 4" }], 0)).toBe("Zawodnik 4 (bot)");
});

test("who practised is a human to everybody else, friends have names of their seats", () => {
  app.lang = "pl";
  const person = { entrant: null, bot: "" };
  expect(calledAt([person, { entrant: null, bot: "greedy" }], 0)).toBe("Człowiek");
  expect(calledAt([person, person], 1)).toBe("Sowa");
  expect(calledAt([{ entrant: 7, bot: "" }], 0)).toBe("Miejsce 1");
});

test("where there is little room the part that tells people apart stays", () => {
  expect(shortNames(["Ty", "Zawodnik 7", "Zawodnik 17", "Zawodnik 171 (bot)"])).toEqual(["Ty", "Z. 7", "Z. 17", "Z. 171"]);
  expect(shortNames(["Anna Kowalska", "Janina Nowak"])).toEqual(["Anna K.", "Janina N."]);
  expect(shortNames(["Anna Kowalska", "Anna Nowak"])).toEqual(["Kowalska", "Nowak"]);
  expect(shortNames(["Bot Prędki", "Bot Prędki 2", "Bot Cierpliwy"])).toEqual(["Prędki", "P. 2", "Cierpliwy"]);
  expect(shortNames(["Zawodniczka Marcowa 1", "Zawodnik Majowy 1"])).toEqual(["Zawodniczka Marcowa 1", "Zawodnik Majowy 1"]);
});
