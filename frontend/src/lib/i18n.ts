// Every sentence of the screens, from the catalogues in src/texts; Polish first. A language is fetched when it is spoken.
import type pl from "../texts/pl";
import { keep, kept } from "./kept";
import { numberIn, points } from "./points";

export type Lang = "pl" | "en";
export type TextKey = keyof typeof pl;

const FETCHED: Record<Lang, () => Promise<{ default: Record<string, string> }>> = {
  pl: () => import("../texts/pl"),
  en: () => import("../texts/en"),
};
const catalogues: Partial<Record<Lang, Record<string, string>>> = {};

/** Have the catalogue of a language at hand; false where the network does not bring it. */
export async function learn(lang: Lang): Promise<boolean> {
  catalogues[lang] ??= (await FETCHED[lang]().catch(() => null))?.default;
  return catalogues[lang] !== undefined;
}
const KEPT = "stolik.lang";

/** The language a visitor chose, else the browser's if we speak it, else Polish. */
export function firstLanguage(kept: string | null, wishes: readonly string[]): Lang {
  if (kept === "pl" || kept === "en") return kept;
  const known = wishes.map((wish) => wish.slice(0, 2)).find((wish) => wish in FETCHED);
  return (known as Lang | undefined) ?? "pl";
}

/** The text of a key with its facts put in; a number picks the form of the word after it: `{count:one|few|many}`. */
export function render(lang: Lang, key: string, facts: Record<string, string | number>): string {
  const text = catalogues[lang]?.[key] ?? key;
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, forms?: string) => {
    const fact = facts[name] ?? "?";
    if (forms !== undefined) return plural(lang, numberIn(fact), forms.split("|"));
    return name === "round" && lang === "pl" ? roman(fact) : points(fact);
  });
}

const ROMAN = [[10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]] as const;

/** Rounds are counted in Roman numerals, as the regulations have it: Runda II. */
export function roman(fact: string | number): string {
  let left = Number(fact);
  if (!Number.isInteger(left) || left < 1 || left > 39) return String(fact);
  let told = "";
  for (const [worth, sign] of ROMAN) for (; left >= worth; left -= worth) told += sign;
  return told;
}

/** One notation with the server's catalogue (app/plurals.py): Polish has one, few, many and broken; English two. */
const FORMS: Record<Lang, string[]> = { pl: ["one", "few", "many", "other"], en: ["one", "other"] };

function plural(lang: Lang, count: number, forms: string[]): string {
  const at = FORMS[lang].indexOf(new Intl.PluralRules(lang).select(Math.abs(count)));
  return forms[Math.min(at, forms.length - 1)]!;
}

export function keptLanguage(): Lang {
  return firstLanguage(kept(KEPT), navigator.languages);
}

export function keepLanguage(lang: Lang): void {
  keep(KEPT, lang);
}
