// Somebody found by a few letters of any name, whatever the accents, or by number.
export type Named = readonly [number: number, name: string];

/** Letters without accents; ł has none to take off. */
const plain = (text: string) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");

/** Every word must begin a word of the name, or the whole be the number; `first` come first. */
export function found(words: string, people: readonly Named[], first: ReadonlySet<number>): Named[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const fits = ([number, name]: Named) => {
    const parts = [String(number), ...plain(name).split(/[\s-]+/)];
    return wanted.every((word) => parts.some((part) => part.startsWith(word)));
  };
  /** The very number or name before what only begins so. */
  const distance = ([number, name]: Named) =>
    (first.has(number) ? 0 : 2) + (words.trim() === String(number) || plain(name) === plain(words.trim()) ? 0 : 1);
  return people.filter(fits).sort((a, b) => distance(a) - distance(b) || a[0] - b[0]);
}

/** Whether every word is somewhere in the text, whatever the accents. */
export function foundIn(text: string, words: string): boolean {
  const here = plain(text);
  return plain(words).split(/[\s,]+/).every((word) => here.includes(word));
}

/** The words of a name in one order, whichever they were typed in. */
const ordered = (name: string) => plain(name).split(/[\s,]+/).filter(Boolean).sort().join(" ");

/** Whom Enter means among those found: the very number, the only one of the very name, the only one expected, the only one at all. */
export function meant<One extends { entrant: number; status: string; name: string }>(words: string, shown: readonly One[]): One | null {
  const number = shown.find((one) => String(one.entrant) === words.trim());
  const [named, ...namesakes] = shown.filter((one) => ordered(one.name) === ordered(words));
  if (!number && named && !namesakes.length) return named;
  const expected = shown.filter((one) => one.status === "entered");
  const [only, ...others] = expected.length ? expected : shown;
  return number ?? (only && !others.length ? only : null);
}
