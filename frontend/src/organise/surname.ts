// Which words of a name are the surname: the last one, or the last ones tied by spaces that do not part them.
const TIE = "\u00a0";

export interface AsListed {
  /** As lists by surname have it. */
  listed: string;
  /** The name to keep, so that they do. */
  name: string;
}

/** Every way to read a name: the last word, the last two …, or a surname that was typed first. */
export function waysToList(name: string): AsListed[] {
  const words = name.split(/[\s\u00a0]+/).filter(Boolean);
  const ways = words.slice(1).map((_, i) => {
    const at = words.length - 1 - i;
    const [first, last] = [words.slice(0, at), words.slice(at)];
    return { listed: [...last, ...first].join(" "), name: [...first, last.join(TIE)].join(" ") };
  });
  const turned = words.length > 1 ? [{ listed: words.join(" "), name: [...words.slice(1), words[0]].join(" ") }] : [];
  return [...ways, ...turned];
}

/** The way a name is read now; what was typed with plain spaces ends with its surname. */
export function listedNow(name: string): AsListed | undefined {
  const ways = waysToList(name);
  return ways.find((one) => one.name === name.trim()) ?? ways[0];
}
