// What goes into a draw, held against what the trail told before it.
import { parts, written } from "./fair_order";
import type { DrawInput } from "./fair_lot";
import { alike, ascending, hash, type Tables } from "./fair_trail_shapes";
import { fromHex } from "./sha256";

/** What the trail has told so far. */
export interface Standing {
  /** Who keeps a table, who is kept apart, which tables stay as they are. */
  readonly fixed: Map<number, number>;
  readonly apart: number[][];
  readonly locked: Set<number>;
  /** Rounds that were published. */
  readonly rounds: Map<number, { stage: number; tables: Tables }>;
  draft: Map<number, number[]> | null;
  stage: number;
  plan: number[][][];
}

/** Are the wishes of a draw those that were told before it? */
export function wishesAre(told: DrawInput, before: Standing): boolean {
  const here = [...before.fixed].filter(([n]) => told.entrants.includes(n)).sort(([a], [b]) => a - b);
  const kept = ascending([...before.locked]).map((table) => [table, before.draft?.get(table)]);
  const locked = [...told.locked].sort(([a], [b]) => a - b);
  const [fixed, apart] = [[...told.fixed].sort(([a], [b]) => a - b), told.apart.slice(0, told.wished)];
  return alike([fixed, locked, apart], [here, before.draft ? kept : [], before.apart]);
}

/** Is what was played before a draw what it says? */
export function playedIs(told: DrawInput, stage: number, before: Standing): boolean {
  const rounds = [...before.rounds.values()].map((one) => ({ ...one, seats: one.tables.map(([, seats]) => seats) }));
  if (told.kind === "lot") {
    const visits = new Map<number, number>();
    const short = rounds.flatMap(({ seats }) => seats).filter((seats) => seats.length < told.tables.full);
    for (const n of short.flat()) visits.set(n, (visits.get(n) ?? 0) + 1);
    return alike(told.short_before, ascending([...visits.keys()]).map((n) => [n, visits.get(n)]));
  }
  const played = rounds.filter((one) => one.stage === stage).map(({ seats }) => seats);
  const kept = before.draft === null && before.stage === stage ? before.plan : [];
  return alike([told.played, told.draft], [played, kept]);
}

/** Tables count from 1; one with an entrant who cannot move gets that entrant's number. */
export function numbered(tables: number[][], fixed: Map<number, number>): Tables {
  const wanted = new Map<number, number>();
  tables.forEach((seats, i) => {
    for (const n of seats) {
      const table = fixed.get(n);
      const free = table !== undefined && table <= tables.length && ![...wanted.values()].includes(table);
      if (free && !wanted.has(i)) wanted.set(i, table);
    }
  });
  const taken = new Set(wanted.values());
  const free = tables.map((_, i) => i + 1).filter((n) => !taken.has(n));
  const made = tables.map((seats, i): [number, number[]] => [wanted.get(i) ?? free.shift()!, seats]);
  return made.sort(([a], [b]) => a - b);
}

/** A seed somebody chose, as the server makes a key of it. */
export function keyOf(seed: string): Uint8Array {
  return /^fair-1:[0-9a-f]{64}$/.test(seed) ? fromHex(seed.slice(7)) : parts("stolik tournament", seed);
}

/** As logs have it that were written before the whole input was told. */
export function formerHash(told: DrawInput): string {
  const groups = [...told.apart].sort((a, b) => {
    const at = a.findIndex((n, i) => n !== b[i]);
    return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
  });
  const facts = [told.entrants, told.rounds, told.games, told.tables.preferred, told.played, told.draft];
  return hash(written([...facts, groups, told.fixed, told.locked]).replaceAll(",", ", "));
}
