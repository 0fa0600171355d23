import { expect, test } from "vitest";

const rooms: Record<string, string> = import.meta.glob("./*.svelte", { query: "?raw", import: "default", eager: true });

/** What stands in the way for a moment only, while an answer is on its way. */
const MOMENTS = /^(busy|drawing|checking)$/;

test("every button of the desk that cannot be pressed says why", () => {
  const silent = Object.entries(rooms).flatMap(([file, text]) =>
    text
      .split("<button")
      .slice(1)
      .map((part) => part.split("</button>")[0]!)
      .filter((button) => {
        const when = /disabled=\{([^}]*)\}/.exec(button)?.[1];
        return when !== undefined && !MOMENTS.test(when.trim()) && !button.includes("data-why=");
      })
      .map((button) => `${file}: ${button.trim()}`),
  );
  expect(silent).toEqual([]);
});
