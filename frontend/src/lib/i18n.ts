// Every sentence of the screens, from the catalogues in src/texts; Polish first. A language is fetched when it is spoken.
import type desk from "../texts/desk_pl";
import type pl from "../texts/pl";
import { keep, kept } from "./kept";
import { numberIn, points } from "./points";

export type Lang = "pl" | "en";
export type TextKey = keyof typeof pl | keyof typeof desk;
/** Who reads it: everybody, or only who organises. */
export type Shelf = "all" | "desk";

type Fetch = () => Promise<{ default: Record<string, string> }>;
const FETCHED: Record<Lang, Record<Shelf, Fetch>> = {
  pl: { all: () => import("../texts/pl"), desk: () => import("../texts/desk_pl") },
  en: { all: () => import("../texts/en"), desk: () => import("../texts/desk_en") },
};
const catalogues: Record<Lang, Partial<Record<Shelf, Record<string, string>>>> = { pl: {}, en: {} };
/** What the screens of this tab have asked for so far: another language brings the same. */
const asked = new Set<Shelf>(["all"]);

/** Have what the screens say at hand in a language; false where the network does not bring it. */
export async function learn(lang: Lang, more?: Shelf): Promise<boolean> {
  if (more) asked.add(more);
  const known = catalogues[lang];
  const fetched = [...asked].map(async (shelf) => (known[shelf] ??= (await FETCHED[lang][shelf]()).default));
  return Promise.all(fetched).then(() => true, () => false);
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
  const text = catalogues[lang].all?.[key] ?? catalogues[lang].desk?.[key] ?? key;
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
