// What the server says of a regulation: a time-out by questions, and how a game without a winner ends.
import { get } from "../lib/api";

export interface Profile {
  id: string;
  title: string;
  minimum: number;
}

/** A question with the steps its answers lead to; without one, how the move ends. */
export interface Step {
  text: string;
  question: string;
  hint: string;
  yes: number | null;
  no: number | null;
  ruling: string;
  article: string;
}

export interface Rule {
  text: string;
  article: string;
}

export interface Guide {
  profile: Profile;
  time_out: Step[];
  pool_empty: Rule;
  time_over: Rule;
  unfinished: Rule;
}

export function guideOf(profile: string): Promise<Guide> {
  return get<Guide>(`/api/tools/guide/${profile}`);
}

/** Where a walk stands: the steps taken so far, the last one is shown. */
export function answered(steps: readonly Step[], way: readonly number[], yes: boolean): number[] {
  const here = steps[way.at(-1) ?? 0];
  const next = yes ? here?.yes : here?.no;
  return next === null || next === undefined ? [...way] : [...way, next];
}
