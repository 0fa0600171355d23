// Which sound a change at the table makes, and how it sounds; never the only sign of anything.
import type { Item } from "../lib/protocol";
import type { Note } from "../lib/tones";

export type Sound = "time_out" | "referee" | "my_turn" | "hurry" | "play" | "laid" | "tile";

/** What an ear would go by. */
export interface Moment {
  /** Whether it is our turn. */
  myTurn: boolean;
  /** How many tiles of ours lie on the felt and are not laid yet. */
  put: number;
  /** Seconds left to us; null while it is not our turn or the clock stands. */
  seconds: number | null;
}

type Happened = Pick<Item, "kind" | "data">;

/** What was told last, at whose seat. */
interface Heard {
  kinds: Kinds;
  happened: Happened[];
  seat: number | null;
}

export const QUIET: Moment = { myTurn: false, put: 0, seconds: null };
const HURRY_S = 10;

/** Which events of a game are heard as what. */
export interface Kinds {
  timeOuts: Set<string>;
  refereed: Set<string>;
  plays: Set<string>;
  laid: Set<string>;
}

export const kinds = (names: string): Set<string> => new Set(names.split(" "));

/** One sound at most: what matters most. Null where nothing is to be heard. */
export function soundOf(before: Moment, after: Moment, { kinds, happened, seat }: Heard): Sound | null {
  const any = (which: Set<string>, whose: (seat: unknown) => boolean = () => true) =>
    happened.some(({ kind, data }) => which.has(kind) && whose(data.seat));
  if (any(kinds.timeOuts)) return "time_out";
  if (any(kinds.refereed)) return "referee";
  if (after.myTurn && !before.myTurn) return "my_turn";
  if (after.myTurn && isHurry(before.seconds, after.seconds)) return "hurry";
  if (any(kinds.plays, (whose) => whose !== seat)) return "play";
  if (any(kinds.laid, (whose) => whose === seat)) return "laid";
  return after.myTurn && after.put > before.put ? "tile" : null;
}

/** Once, when the last ten seconds begin; a clock that is told with less left is no news. */
function isHurry(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && before > HURRY_S && after <= HURRY_S && after > 0;
}

export const NOTES: Record<Sound, Note[]> = {
  my_turn: [[660, 160, 0], [880, 260, 140]],
  tile: [[1250, 45, 0]],
  laid: [[520, 110, 0], [780, 160, 90]],
  play: [[392, 130, 0]],
  hurry: [[880, 90, 0], [880, 90, 180], [880, 90, 360]],
  time_out: [[330, 260, 0], [220, 500, 220]],
  referee: [[587, 140, 0], [587, 140, 200], [740, 300, 400]],
};

/** How a phone shakes; what is only for the ear shakes nothing. */
export const SHAKES: Partial<Record<Sound, number | number[]>> = {
  my_turn: 60,
  hurry: [40, 80, 40],
  time_out: 250,
  referee: [90, 60, 90],
};
