import { expect, test } from "vitest";
import css from "../app.css?raw";

const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
// A picture nobody sees keeps the screen awake; it has to be black.
const EXEMPT = ["../clock/awake.ts"];
const COLOUR = /(?<![\w{&/])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:white|black|red|green|blue|gr[ae]y)\s*;/gi;

test("colours are tokens of app.css and stand nowhere else", () => {
  const bare = Object.entries(sources)
    .filter(([path]) => !EXEMPT.includes(path))
    .flatMap(([path, text]) => [...text.matchAll(COLOUR)].map((found) => `${path} ${found[0]}`));
  expect(bare).toEqual([]);
});

test("every token a screen asks for is there, and every colour of app.css is asked for", () => {
  const text = Object.values(sources).join("\n") + css;
  const wanted = new Set([...text.matchAll(/var\((--[\w-]+)\)/g)].map((found) => found[1]));
  const own = new Set([...text.matchAll(/(--[\w-]+)[:=]/g)].map((found) => found[1]));
  expect([...wanted].filter((name) => !own.has(name!))).toEqual([]);
  const made = [...css.matchAll(/(--[\w-]+):\s*(?:#|rgb)/g)].map((found) => found[1]);
  expect(made.filter((name) => !wanted.has(name))).toEqual([]);
});
