// What the server words is asked for in the language of the screen, never in the browser's own.
import { expect, test } from "vitest";

const screens = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });
/** Files for machines: the same in every language. */
const WORDLESS = /\/(record|transcript)\b/;

test("every link to a paper or a file of words says its language", () => {
  const bare = Object.entries(screens).flatMap(([file, text]) =>
    [...text.matchAll(/href="(?:\{event\.here\}|\/api\/)[^"]*"/g)].map(([link]) => `${file}: ${link}`),
  );
  expect(bare.filter((one) => !WORDLESS.test(one))).toEqual([]);
});
