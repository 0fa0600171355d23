// Coastlines and borders for the maps of Miś Wojtek, cut out and simplified while the app is built.
// The data are Natural Earth's (public domain), as the package world-atlas brings them.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { feature, merge, mesh } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";

const NAME = "virtual:land";
/** From Ireland to the Yenisei, from the Nile to the White Sea: west, south, east, north. */
const REGION = [-14, 22, 108, 73];
/** What is smaller than this many square degrees cannot be told from a straight line. */
const LEAST_AREA = 0.0012;
/** Points are kept as hundredths of a degree, each as its distance from the one before. */
const STEPS = 100;

export function land() {
  return {
    name: "land",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const path = createRequire(import.meta.url).resolve("world-atlas/countries-50m.json");
      return `export default ${JSON.stringify(drawn(JSON.parse(await readFile(path, "utf-8"))))}`;
    },
  };
}

/** Rings of land and lines of borders in the region, as short rows of numbers. */
export function drawn(atlas) {
  const topology = simplify(presimplify(atlas), LEAST_AREA);
  const countries = topology.objects.countries.geometries.filter((one) => pointsOf(feature(topology, one).geometry).some(inside));
  const rings = merge(topology, countries).coordinates.flat();
  const borders = mesh(topology, { type: "GeometryCollection", geometries: countries }, (a, b) => a !== b).coordinates;
  return { rings: rings.filter((ring) => ring.some(inside) && ring.length > 3).map(packed), borders: borders.filter((line) => line.some(inside)).map(packed) };
}

function pointsOf({ type, coordinates }) {
  return type === "Polygon" ? coordinates.flat() : coordinates.flat(2);
}

function inside([lon, lat]) {
  const [west, south, east, north] = REGION;
  return west <= lon && lon <= east && south <= lat && lat <= north;
}

function packed(points) {
  let [x, y] = [0, 0];
  const row = [];
  for (const [lon, lat] of points) {
    const [there, up] = [Math.round(lon * STEPS), Math.round(lat * STEPS)];
    if (row.length && there === x && up === y) continue;
    row.push(there - x, up - y);
    [x, y] = [there, up];
  }
  return row;
}
