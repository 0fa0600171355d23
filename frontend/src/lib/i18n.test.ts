import { expect, test } from "vitest";
import deskEn from "../texts/desk_en";
import deskPl from "../texts/desk_pl";
import allEn from "../texts/en";
import allPl from "../texts/pl";
import { firstLanguage, render, roman } from "./i18n";

const pl = { ...allPl, ...deskPl };
const en = { ...allEn, ...deskEn };
const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const facts = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((m) => m[1]))].sort();

test("both catalogues say the same things with the same facts", () => {
  const order = "each key stands in the same file and line of texts/pl and texts/en";
  expect(Object.keys(en), order).toEqual(Object.keys(pl));
  for (const [key, text] of Object.entries(pl)) {
    expect(facts(en[key as keyof typeof en]), `${key}: both languages name the same {facts}`).toEqual(facts(text));
  }
});

test("every key a screen uses is in the catalogue, and none is left over", () => {
  const source = Object.values(sources).join("\n");
  const used = (key: string) => source.includes(`"${key}"`) || source.includes(`\`${key.split(".")[0]}.`);
  const left = "no screen says these: take them out of texts/pl and texts/en";
  expect(Object.keys(pl).filter((key) => !used(key)), left).toEqual([]);
});

test("what only organisers read is said by no other screen", () => {
  const isDesk = (file: string) => file.startsWith("../organise/");
  const lent = new Set<string>(); // parts of the desk that other screens show
  const lend = (file: string) => {
    for (const [, dir, name] of sources[file]!.matchAll(/from "(\.\.\/organise|\.)\/([\w.]+)"/g)) {
      if (dir === "." && !isDesk(file)) continue;
      const found = ["", ".ts", ".svelte.ts"].map((end) => `../organise/${name}${end}`).find((path) => path in sources)!;
      if (!lent.has(found)) lend((lent.add(found), found));
    }
  };
  Object.keys(sources).filter((file) => !isDesk(file)).forEach(lend);
  expect(lent).toContain("../organise/Penalties.svelte");
  const heard = Object.keys(sources).filter((file) => (!isDesk(file) && !file.includes("texts/")) || lent.has(file));
  const said = heard.flatMap((file) => Object.keys(deskPl).filter((key) => sources[file]!.includes(`"${key}"`)).map((key) => `${file}: ${key}`));
  expect(said, "move the key to a file of texts/pl.ts and texts/en.ts").toEqual([]);
});

test("Polish counts in three ways", () => {
  const said = [1, 2, 5, 12, 22].map((count) => render("pl", "table.tiles", { count }));
  expect(said).toEqual(["1 kostka", "2 kostki", "5 kostek", "12 kostek", "22 kostki"]);
});

test("a number below zero has a true minus sign and the form of its word", () => {
  expect(render("pl", "table.tiles", { count: -2 })).toBe("−2 kostki");
  expect(render("en", "table.tiles", { count: "-1" })).toBe("−1 tile");
});

test("the language is the chosen one, else one the browser wishes, else Polish", () => {
  expect(firstLanguage("en", ["pl"])).toBe("en");
  expect(firstLanguage(null, ["de-DE", "en-GB"])).toBe("en");
  expect(firstLanguage(null, ["de"])).toBe("pl");
});

test("rounds are counted in Roman numerals in Polish", () => {
  expect([1, 2, 4, 9, 14, 39].map(roman)).toEqual(["I", "II", "IV", "IX", "XIV", "XXXIX"]);
  expect([0, 40, "Finał"].map(roman)).toEqual(["0", "40", "Finał"]);
  expect(render("pl", "control.round", { round: 2 })).toBe("Runda II");
  expect(render("en", "control.round", { round: 2 })).toBe("Round 2");
});
