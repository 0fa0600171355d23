// Why each has its place, as the form counted it: the tournament knows places and points, so the phone
// that saved the result keeps the words.
import { keepAs, keptAs } from "../lib/kept";

type Reasons = Record<string, string>;
const KEPT = "stolik.reasons";
const MOST = 60; // games; the oldest go

/** `game` names tournament, round, table, game and version: a corrected result has other reasons. */
export function keepReasons(game: string, reasons: Reasons): void {
  const others = keptAs<[string, Reasons][]>(KEPT, []).filter(([one]) => one !== game);
  keepAs(KEPT, [...others, [game, reasons]].slice(-MOST));
}

export function keptReasons(game: string): Reasons {
  return keptAs<[string, Reasons][]>(KEPT, []).find(([one]) => one === game)?.[1] ?? {};
}
