// Every sentence of the screens, from the catalogues in src/texts; Polish first.
import en from "../texts/en";
import pl from "../texts/pl";
import { keep, kept } from "./kept";
import { numberIn, points } from "./points";

export type Lang = "pl" | "en";
export type TextKey = keyof typeof pl;

const CATALOGUES: Record<Lang, Record<string, string>> = { pl, en };
const KEPT = "stolik.lang";

/** The language a visitor chose, else the browser's if we speak it, else Polish. */
export function firstLanguage(kept: string | null, wishes: readonly string[]): Lang {
  if (kept === "pl" || kept === "en") return kept;
  const known = wishes.map((wish) => wish.slice(0, 2)).find((wish) => wish in CATALOGUES);
  return (known as Lang | undefined) ?? "pl";
}

/** The text of a key with its facts put in; a number picks the form of the word after it: `{count:one|few|many}`. */
export function render(lang: Lang, key: string, facts: Record<string, string | number>): string {
  const text = CATALOGUES[lang][key] ?? key;
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, forms?: string) => {
    const fact = facts[name] ?? "?";
    return forms === undefined ? points(fact) : plural(lang, numberIn(fact), forms.split("|"));
  });
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
