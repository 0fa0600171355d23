// The tiles of a rack as they are tapped in.
export const COLOURS = ["k", "b", "o", "r"] as const;
export type Colour = (typeof COLOURS)[number];
export const NUMBERS = Array.from({ length: 13 }, (_, i) => i + 1);

/** What is asked about; as the server's verdict reads it. */
export interface Question {
  profile: string;
  rack: string[];
  last_drawn: string | null;
  announced: boolean;
  had_turn: boolean;
  announced_before_game: boolean;
  time_out: boolean;
}

export interface Verdict {
  small_points: number | null;
  rule: string;
  article: string;
  melds: string[][];
  text: string;
  cases?: { last_drawn: string; small_points: number }[];
}

/** The rack without one tile; the last drawn one goes with it if no other is left. */
export function without<Q extends Pick<Question, "rack" | "last_drawn">>(question: Q, at: number): Q {
  const rack = question.rack.filter((_, i) => i !== at);
  const drawn = question.last_drawn;
  const gone = drawn !== null && drawn !== "unknown" && !rack.includes(drawn);
  return { ...question, rack, last_drawn: gone ? "unknown" : drawn };
}

/** What a rack could open with. */
export interface OpeningFound {
  value: number;
  minimum: number;
  opens: boolean;
  melds: string[][];
  article: string;
}

/** Tiles that lie together: a meld with its value, or why they are none. */
export interface SetFound {
  tiles: string[];
  kind: "" | "run" | "group";
  value: number;
  why: string;
}

/** The most that could be laid. */
export interface MostLaid {
  tiles: number;
  laid: string[];
  tableau: string[][];
}

export function sortedRack(rack: readonly string[]): string[] {
  const key = (tile: string) => (tile === "j" ? 999 : COLOURS.indexOf(tile[0] as Colour) * 20 + Number(tile.slice(1)));
  return [...rack].sort((a, b) => key(a) - key(b));
}

export function distinct(rack: readonly string[]): string[] {
  return sortedRack([...new Set(rack)]);
}
