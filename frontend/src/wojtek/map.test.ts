import { describe, expect, it } from "vitest";
import type { WojtekMapSheet } from "../lib/protocol";
import { drawn, freeCorner, spot } from "./atlas";
import { around, boundsOf, fitted, within, zoomed } from "./camera";
import { labels, type Named } from "./labels";
import { road } from "./road";
import { stepsBetween } from "./walking.svelte";
import land from "virtual:land";

const ITALY: WojtekMapSheet = { pl: "Włochy", en: "Italy", x: 400, y: 10, width: 780, height: 590, lon: 1400, lat: 4260, scale: 110 };

describe("a sheet of the atlas", () => {
  it("has its middle in its middle, north above, east on the right", () => {
    expect(spot(14, 42.6, ITALY)).toEqual([790, 305]);
    const [east, north] = spot(15, 43.6, ITALY);
    expect(east).toBeGreaterThan(790);
    expect(north).toBe(195);
  });

  it("shows the coast that is there and leaves the rest of the world out", () => {
    const italy = drawn(land, ITALY);
    const points = italy.land.split(/[MLZ]/).filter(Boolean);
    expect(points.length).toBeGreaterThan(150);
    expect(points.length).toBeLessThan(land.rings.reduce((sum, row) => sum + row.length / 2, 0) / 3);
    expect(italy.borders).toMatch(/^M/);
    const nowhere = drawn(land, { ...ITALY, lon: -3000, lat: 3500, scale: 200 });
    expect(nowhere.land.length).toBeLessThan(60); // what goes around everything keeps two points
  });

  it("has its name in the corner that is free", () => {
    const crowd = [{ x: 420, y: 590 }, { x: 420, y: 30 }, { x: 1100, y: 590 }];
    expect(freeCorner(ITALY, crowd)).toEqual({ right: true, bottom: false });
  });
});

describe("the part of the map that is seen", () => {
  const bounds = boundsOf([{ x: 100, y: 100 }, { x: 900, y: 500 }], []);

  it("holds every place with a margin", () => {
    expect(bounds).toEqual({ x: 30, y: 30, width: 940, height: 540 });
  });

  it("has the shape of its frame and never less than is wanted", () => {
    const part = fitted(around([{ x: 500, y: 300 }], 50), 2, 300);
    expect(part).toEqual({ x: 350, y: 225, width: 300, height: 150 });
    expect(fitted({ x: 0, y: 0, width: 10, height: 400 }, 2).width).toBe(800);
  });

  it("does not leave the board, and is centred where it is larger", () => {
    expect(within({ x: -500, y: 900, width: 200, height: 100 }, bounds)).toEqual({ x: 30, y: 470, width: 200, height: 100 });
    expect(within({ x: 0, y: 0, width: 1140, height: 640 }, bounds)).toMatchObject({ x: -70, y: -20 });
  });

  it("keeps the point under the finger where it is", () => {
    const about = { x: 400, y: 200 };
    const nearer = zoomed({ x: 0, y: 0, width: 800, height: 400 }, 2, about, 100, 800);
    expect(nearer).toEqual({ x: 200, y: 100, width: 400, height: 200 });
    expect(zoomed(nearer, 100, about, 100, 800).width).toBe(100);
  });
});

describe("names on the map", () => {
  const place = (id: string, x: number, weight = 0): Named => ({ id, name: "Monte Cassino", x, y: 100, radius: 20, weight });

  it("never lie over one another; the important ones come first", () => {
    const crowd = Array.from({ length: 12 }, (_, i) => place(`${i}`, 100 + i * 30, i === 5 ? 3 : 0));
    const found = labels(crowd, 20);
    expect(found[0]!.id).toBe("5");
    expect(found.length).toBeLessThan(crowd.length);
    expect(labels(crowd, 4).length).toBeGreaterThan(found.length);
  });

  it("are whole in sight, or left out", () => {
    const sight = { left: 0, top: 0, right: 110, bottom: 300 };
    expect(labels([place("1", 90)], 10)[0]!.anchor).toBe("middle");
    expect(labels([place("1", 90)], 10, [], { ...sight, right: 111, left: -20 })[0]!.anchor).toBe("end");
    expect(labels([place("1", 90)], 10, [], { ...sight, left: 60 })).toEqual([]);
  });

  it("keep off what stands there without a name", () => {
    const bear: Named = { id: "bear", name: "", x: 100, y: 135, radius: 18, weight: 0 };
    const [alone] = labels([place("1", 100)], 20);
    const [beside] = labels([place("1", 100), bear], 20);
    expect(alone!.y).toBeGreaterThan(100);
    expect(beside!.y).toBeLessThan(100);
  });
});

describe("the road", () => {
  it("is walked where fields are near and sailed where they are far", () => {
    const found = road([{ x: 0, y: 0 }, { x: 80, y: 0 }, { x: 500, y: 0 }, { x: 580, y: 0 }]);
    expect(found.walked.match(/M/g)).toHaveLength(2);
    expect(found.voyages).toHaveLength(1);
  });

  it("is walked field by field, and only forward", () => {
    expect(stepsBetween(3, 6)).toEqual([4, 5, 6]);
    expect(stepsBetween(6, 3)).toEqual([]);
  });
});
