import { expect, test } from "vitest";

const sources: Record<string, string> = import.meta.glob("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

/** Windows of the browser: answered by a second Enter, and in the words of the browser. */
const BROWSERS = /\b(confirm|alert|prompt)\(/;

test("one component asks: no question is put by the browser", () => {
  const found = Object.entries(sources).flatMap(([file, text]) => (BROWSERS.test(text) ? [file] : []));
  expect(found).toEqual([]);
});

/** Wishes of files that ask, which go without what was seen: each with why. */
const UNASKED: Record<string, string[]> = {
  // Nobody is asked before these, and they can be taken back; a full team asks about words that are on show.
  "../organise/Entries.svelte": ["request", "check_in", "keep_apart"],
  // Each field says what it was when the form was opened.
  "../organise/EntrantWords.svelte": ["amend", "adult", "led", "back"],
};

/** What `wish(` is called with: the text between its brackets. */
function* wishes(text: string): Generator<string> {
  for (const call of text.matchAll(/event\.wish(?:<[^(]*>)?\(/g)) {
    let [at, depth] = [call.index + call[0].length, 1];
    const from = at;
    for (; depth; at += 1) depth += "([{".includes(text[at]!) ? 1 : ")]}".includes(text[at]!) ? -1 : 0;
    yield text.slice(from, at - 1);
  }
}

test("what answers a question says what was seen when it was asked", () => {
  const asking = Object.entries(sources).filter(([, text]) => /<(Question|Ask|Sure)\b/.test(text));
  const blind = asking.flatMap(([file, text]) =>
    [...wishes(text)]
      .filter((said) => !/, (seen|at|peopleAt|cancelAt|shownOver\.at)$/.test(said))
      .map((said) => /do: "(\w+)"/.exec(said)?.[1] ?? said)
      .filter((said) => !UNASKED[file]?.includes(said))
      .map((said) => `${file}: ${said}`),
  );
  expect(blind).toEqual([]);
});
