import { expect, test } from "vitest";
import { GAMES, gameOf } from "./games";

const sources = import.meta.glob<string>(["./**/*.svelte", "./**/*.ts", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
// The registry itself, types made from the server's classes, and verifiers that know no screen.
const MAY_NAME_GAMES = ["./games.ts", "./lib/protocol.ts", "./lib/fair.ts", "./lib/fair_tiles.ts", "./lib/fair_cards.ts"];
// The referee's hand on the felt and his judge of racks speak of tiles: screens of Rummikub.
const SCREENS_OF_RUMMIKUB = ["./referee/Panel.svelte", "./referee/Judge.svelte"];

test("every folder of a game stands in the registry, under its own name", () => {
  const folders = Object.keys(sources).flatMap((path) => /^\.\/(\w+)\/game\.ts$/.exec(path)?.[1] ?? []);
  expect(Object.keys(GAMES).sort()).toEqual(folders.filter((name) => name !== "table").sort());
});

test("an unknown game is an error and never another game", () => {
  expect(() => gameOf("chess")).toThrow("chess");
});

test.each(Object.keys(GAMES))("no screen outside its folder names %s", (game) => {
  const told = new RegExp(game, "i");
  const naming = Object.entries(sources)
    .filter(([path]) => !path.startsWith(`./${game}/`) && !path.startsWith("./texts/"))
    .filter(([path]) => !MAY_NAME_GAMES.includes(path) && !SCREENS_OF_RUMMIKUB.includes(path))
    .filter(([, text]) => told.test(text.replace(/Wojtek(Film|TableView)\b/g, "")))
    .map(([path]) => path);
  expect(naming).toEqual([]);
});

test.each(Object.keys(GAMES))("%s has every part the screens around it ask for", async (game) => {
  const { table, film, hall } = gameOf(game);
  const { State, Play, seen } = await hall();
  expect([(await table()).default, (await film()).default, Play, seen].every((part) => typeof part === "function")).toBe(true);
  const state = new State();
  expect(state.myTurn || state.lastMoves).toBe(false);
  expect(seen(state, 0)).toEqual({ sign: "", held: "", notes: [] });
});
