// The two typefaces, cut to what a screen needs first: a phone's first load has room for one small file of letters
// and one of digits. Letters outside of these (Müller, Dvořák) come from the whole files, and only where they are used.
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { access, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

const here = fileURLToPath(import.meta.url);
const find = createRequire(here).resolve;
const TEXT = "@fontsource-variable/atkinson-hyperlegible-next";
const ROUND = "@fontsource/baloo-2";

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join("");
const POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ";
const MARKS = "\u00a0–—„”“’‘…·×−•°§«»";
const COUNTED = "0123456789:−";

/** The same characters as `unicode-range` in type.css, where the files are named. */
const CUTS = {
  "text.woff2": { from: `${TEXT}/files/atkinson-hyperlegible-next-latin-wght-normal.woff2`, of: ASCII + MARKS + "óÓ", axes: true },
  "text-polish.woff2": { from: `${TEXT}/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2`, of: POLISH, axes: true },
  "round-digits.woff2": { from: `${ROUND}/files/baloo-2-latin-700-normal.woff2`, of: COUNTED },
};

export function type() {
  return {
    name: "type",
    config: async () => ({ resolve: { alias: { "@type": await cut() } } }),
    /** The licence goes where the faces go. */
    async generateBundle() {
      const texts = await Promise.all([TEXT, ROUND].map((name) => readFile(find(`${name}/LICENSE`), "utf-8")));
      this.emitFile({ type: "asset", fileName: "assets/typefaces.txt", source: texts.join("\n\n") });
    },
  };
}

/** The folder with the cut files, made anew when this file or a package is another one. */
async function cut() {
  const packages = [TEXT, ROUND].map((name) => readFile(find(`${name}/package.json`)));
  const key = (await Promise.all([readFile(here), ...packages])).reduce((hash, one) => hash.update(one), createHash("sha256"));
  const folder = join(dirname(here), "node_modules", ".type", key.digest("hex").slice(0, 12));
  mkdirSync(folder, { recursive: true });
  await Promise.all(Object.entries(CUTS).map(([name, one]) => make(join(folder, name), one)));
  return folder;
}

async function make(path, { from, of, axes }) {
  if (await access(path).then(() => true, () => false)) return;
  const whole = await readFile(find(from));
  const weights = axes ? { variationAxes: { wght: { min: 400, max: 700 } } } : {};
  await writeFile(path, await subset(whole, of, { targetFormat: "woff2", ...weights }));
}
