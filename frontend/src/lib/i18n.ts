// Every sentence of the screens, from the catalogues in src/texts; Polish first.
import en from "../texts/en";
import pl from "../texts/pl";
import { keep, kept } from "./kept";

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

/** The text of a key with its facts put in; a number picks the plural form `one|few|many`. */
export function render(lang: Lang, key: string, facts: Record<string, string | number>): string {
  const text = CATALOGUES[lang][key] ?? key;
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, forms?: string) => {
    const fact = facts[name] ?? "?";
    return forms === undefined ? String(fact) : plural(lang, Number(fact), forms.split("|"));
  });
}

/** Polish has three forms (1 kostka, 2 kostki, 5 kostek), English two. */
function plural(lang: Lang, count: number, forms: string[]): string {
  const order = lang === "pl" ? ["one", "few", "many"] : ["one", "other"];
  const at = order.indexOf(new Intl.PluralRules(lang).select(count));
  return forms[at < 0 ? forms.length - 1 : at] ?? forms[forms.length - 1] ?? "";
}

export function keptLanguage(): Lang {
  return firstLanguage(kept(KEPT), navigator.languages);
}

export function keepLanguage(lang: Lang): void {
  keep(KEPT, lang);
}
