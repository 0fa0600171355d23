// The trail of a tournament's draws: what it tells, and how a doubt about it is said.
import { written } from "./fair_order";
import type { DrawInput } from "./fair_lot";
import { hex, sha256 } from "./sha256";

export type Tables = [number, number[]][];

export interface TrailEntry {
  n: number;
  at: number;
  by: string;
  what: string;
  salt?: string;
  hidden?: string;
  reason?: string;
  reasoned?: boolean;
  [fact: string]: unknown;
}

export interface TrailTold {
  v: string;
  tournament: string;
  entries: TrailEntry[];
  length: number;
  head: string;
}

/** Something everybody should know although it breaks no proof. */
export interface Remark {
  code: string;
  entry: number;
  facts: Record<string, string | number>;
}

export interface Trail {
  fair: true;
  draws: number;
  pledges: number;
  /** Draws made again here that came out the same, and those only `stolik verify` can make again. */
  redrawn: number;
  planned: number;
  /** Draws that nothing proves: no seed to make them again, or by the standings. */
  unchecked: number;
  changes: number;
  heads: string[];
  published: Map<number, Tables>;
  /** Commits of the deals of online tables, by context. */
  deals: Map<string, string>;
  remarks: Remark[];
}

export type TrailProof = Trail | { fair: false; code: string; entry: number };

export const BY_HAND = [
  "draws.swapped",
  "draws.placed",
  "draws.redrawn",
  "draws.seated_again",
  "draws.by_hand",
  "draws.unpublished",
  "draws.cut_back",
  "draws.passed_back",
  "draws.locked",
  "draws.unlocked",
  "draws.substituted",
  "draws.amended",
  "draws.rounds_set",
  "draws.ended_early",
  "draws.reopened",
  "draws.late",
  "draws.wish",
];

/** What is done with a draft may be hidden until the next publication. */
export const DRAFTED = ["slip", "slip_back", "drawn", "swapped", "placed", "locked", "apart", "fixed"];

const YES_OR_NO = ["chosen", "locked", "reasoned", "file", "carries_starts"];

/** Whole numbers, words and lists; yes and no only where they are asked. */
export function isPlain(value: unknown, name = ""): boolean {
  if (typeof value === "boolean") return YES_OR_NO.includes(name);
  if (typeof value === "number") return Number.isInteger(value);
  if (Array.isArray(value)) return value.every((one) => isPlain(one));
  return typeof value !== "object" || value === null || Object.entries(value).every(([key, one]) => isPlain(one, key));
}

export class Doubt extends Error {
  constructor(
    readonly code: string,
    readonly entry: number,
  ) {
    super(code);
  }
}

export function need(true_: boolean, code: string, entry: number): asserts true_ {
  if (!true_) throw new Doubt(`fair.${code}`, entry);
}

export interface Drawn extends TrailEntry {
  draw: number;
  round: number;
  stage: number;
  how: string;
  label: string;
  public: string;
  input: DrawInput | null;
  input_hash: string;
  tables: Tables;
  plan: number[][][];
}

/** What entries of one kind or another tell. */
export interface Facts {
  seed: string;
  entrant: number;
  entrants: number[];
  status: string;
  fields: string[];
  resigned: number;
  commit: string;
  ctx: string;
  one: number;
  other: number;
  table: number;
  seat: number;
  seats: number[];
  tiles: [number, number[]][];
  round: number;
  rounds: number;
  stage: number;
  tables: Tables;
  commits: [string, string][];
}

export interface Pledge {
  ctx: string;
  entrants: number[];
  public: string;
  draws: Drawn[];
  known: boolean;
  shown: boolean;
  /** The entry that published something drawn with it; 0: none did. */
  published: number;
}

/** Whether it was done elsewhere and taken back from a file. */
export const isBrought = (entry: TrailEntry) => (entry.file ?? false) !== false;
export const DRAWN_BY_CHANCE = ["lot", "planned"];
export const BY_STANDINGS = ["scheme", "rank", "groups"];
export const alike = (a: unknown, b: unknown) => written(a) === written(b);
export const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
export const hash = (text: string) => hex(sha256(new TextEncoder().encode(text)));
