// Tiles are told apart by everybody: measured for the three common colour deficiencies.
import { expect, test } from "vitest";
import css from "../app.css?raw";

type Three = [number, number, number];

// Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
const EYES: Record<string, Three[]> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanope: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranope: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanope: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const token = (name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)![1]!;

function light(hex: string): Three {
  return [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Three;
}

const dot = (a: Three, b: Three): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const seen = (rgb: Three, eye: Three[]): Three => eye.map((row) => Math.min(1, Math.max(0, dot(row, rgb)))) as Three;

function lab(rgb: Three): Three {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f(dot([0.4124, 0.3576, 0.1805], rgb) / 0.95047);
  const y = f(dot([0.2126, 0.7152, 0.0722], rgb));
  const z = f(dot([0.0193, 0.1192, 0.9505], rgb) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const luminance = (hex: string): number => dot([0.2126, 0.7152, 0.0722], light(hex));
const COLOURS = ["k", "b", "o", "r"].map((name) => token(`tile-${name}`));

test.each(Object.keys(EYES))("any two colours of tiles are far apart: %s", (who) => {
  const labs = COLOURS.map((hex) => lab(seen(light(hex), EYES[who]!)));
  const apart = labs.flatMap((a, i) => labs.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])));
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(12);
});

test.each(COLOURS)("%s is read on bone", (hex) => {
  expect((luminance(token("tile")) + 0.05) / (luminance(hex) + 0.05)).toBeGreaterThanOrEqual(4.5);
});
