// Names as lists have them: by surname, which is the last word, or the last ones that were tied together
// by a space that does not part them (as `surname_first` of naming.py does for paper).
const order = new Intl.Collator("pl", { numeric: true });

/** What tells namesakes apart (" (SP 5, 7)") stays behind the name. */
const APART = /^(.*?)( \(.*)?$/s;

export function surnameFirst(label: string): string {
  const [, name = label, apart = ""] = APART.exec(label) ?? [];
  const words = name.split(" ");
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !/\p{L}/u.test(last) || /\d/.test(last)) return label;
  return [last, ...words.slice(0, -1)].join(" ") + apart;
}

/** In the order of the Polish alphabet, numbers in that of numbers. */
export function bySurname<T extends { name: string }>(people: T[]): (T & { listed: string })[] {
  const listed = people.map((one) => ({ ...one, listed: surnameFirst(one.name) }));
  return listed.sort((a, b) => order.compare(a.listed, b.listed));
}
