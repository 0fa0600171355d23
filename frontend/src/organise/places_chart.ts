// Places over rounds as lines: the first place on top.
import type { Standing } from "../tournament/shapes";

export interface Line {
  entrant: number;
  /** After each round; null: not in the standings then. */
  places: (number | null)[];
}

const MOST = 12;

/** Those who stand first now, with their place after every round. */
export function placesOf(now: Standing[], after: Standing[][]): Line[] {
  const places = after.map((rows) => new Map(rows.map((row) => [row.entrant, row.place])));
  return now.slice(0, MOST).map(({ entrant }) => ({
    entrant,
    places: places.map((known) => known.get(entrant) ?? null),
  }));
}

/** The line of somebody; a round without a place breaks it. */
export function pathOf(places: (number | null)[], last: number, wide: number, height: number): string {
  const y = (place: number) => Math.round(8 + ((place - 1) / Math.max(1, last - 1)) * height);
  let pen = "M";
  return places
    .map((place, i) => {
      if (place === null) {
        pen = "M";
        return "";
      }
      const told = `${pen}${8 + i * wide} ${y(place)}`;
      pen = "L";
      return told;
    })
    .join("");
}
