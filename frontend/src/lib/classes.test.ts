import { expect, test } from "vitest";
import signs from "../tiles/signs.css?raw";

const components = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });
const shared = new Set([...signs.matchAll(/^\.([\w-]+)/gm)].map((found) => found[1]!));

/** The classes a component has rules of its own for. */
function own(source: string): string[] {
  const style = /<style>([\s\S]*)<\/style>/.exec(source)?.[1] ?? "";
  return [...style.matchAll(/\.([a-z][\w-]*)/g)].map((found) => found[1]!);
}

test("what holds on every page is no component's own class", () => {
  expect(shared.size).toBeGreaterThan(0);
  const both = Object.entries(components).filter(([path, source]) => !path.startsWith("../tiles/") && own(source).some((name) => shared.has(name)));
  expect(both.map(([path]) => path)).toEqual([]);
});
