import { expect, test } from "vitest";
import css from "../type.css?raw";

const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.css"], { query: "?raw", import: "default", eager: true });
/** Where sizes of letters are those of the scale, or a share of what is around them. */
const SCALED = /^\.\.\/(lib|organise|screen|start|tournament)\//;
const SIZE = /font-size:\s*([^;]+);/g;
const PX: Record<string, number> = { px: 1, rem: 16 };

const sizes = Object.entries(sources).flatMap(([path, text]) => [...text.matchAll(SIZE)].map((found) => ({ path, size: found[1]! })));

test("sizes of letters are steps of the scale", () => {
  const own = sizes.filter(({ path, size }) => SCALED.test(path) && /\d(px|rem)/.test(size));
  expect(own.map(({ path, size }) => `${path} ${size}`)).toEqual([]);
});

test("no letter is below 12 px", () => {
  const small = sizes.filter(({ size }) => {
    const found = /^([\d.]+)(px|rem)$/.exec(size);
    return found !== null && Number(found[1]) * PX[found[2]!]! < 12;
  });
  expect(small.map(({ path, size }) => `${path} ${size}`)).toEqual([]);
});

test("Polish letters and digits are in the files that every phone loads", () => {
  const first = css.split("@font-face").filter((face) => face.includes("@type/text"));
  const ranges = first.flatMap((face) => [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]);
  const has = (sign: string) => ranges.some(([, low, high]) => between(sign.codePointAt(0)!, parseInt(low!, 16), parseInt(high ?? low!, 16)));
  expect([..."ąćęłńóśźżĄĆĘŁŃÓŚŹŻ0123456789−–„”… "].filter((sign) => !has(sign))).toEqual([]);
});

function between(point: number, low: number, high: number): boolean {
  return low <= point && point <= high;
}
