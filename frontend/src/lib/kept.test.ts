import { afterEach, expect, test, vi } from "vitest";
import { rememberCommit, rememberedCommit } from "./commits";
import { keep, keepAs, kept, keptAs, storage } from "./kept";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("what was kept is read again", () => {
  keepAs("a", [1, 2]);
  expect([keptAs("a", [0]), keptAs("b", [0]), kept("b")]).toEqual([[1, 2], [0], null]);
});

test("what cannot be read is as if it had not been kept", () => {
  keep("a", "{broken");
  expect(keptAs("a", "other")).toBe("other");
});

test("a browser that keeps nothing stops nobody", () => {
  const refuses = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuses, setItem: refuses, removeItem: refuses, clear: () => {} });
  keep("a", "1");
  rememberCommit("ctx", "c");
  expect([kept("a"), keptAs("a", 7), storage("probe"), rememberedCommit("ctx")]).toEqual([null, 7, null, null]);
});

test("nobody else touches the storage of the browser but the worker of a device", () => {
  const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!./kept.ts", "!../device/drawer.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const touching = /\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b(?!,)/;
  const naming = Object.entries(sources).filter(([, text]) => touching.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "")));
  expect(naming.map(([path]) => path)).toEqual([]);
});
