// A lot drawn again: slips in the order of the shuffle fill the tables, then each table's seats are drawn.
import { chances } from "./fair_order";

export interface DrawInput {
  kind: "lot" | "planned";
  entrants: number[];
  rounds: number;
  games: number;
  tables: { smallest: number; largest: number; preferred: number; full: number; counts: number[][] };
  played: number[][][];
  draft: number[][][];
  wished: number;
  teams?: number[][];
  apart: number[][];
  fixed: [number, number][];
  carries_starts: boolean;
  locked: [number, number[]][];
  short_before: [number, number][];
}

/** The tables in the order they are drawn; null where slips had to be exchanged to meet a wish. */
export function lotDrawn(told: DrawInput, key: Uint8Array, label: string): number[][] | null {
  if (told.kind !== "lot" || told.fixed.length || told.locked.length) return null;
  const below = chances(key, label);
  const order = shuffledBy(told.entrants, below);
  const tables = tableSizes(told).map((size) => order.splice(0, size));
  if (!tables.length || order.length || wantsExchange(told, tables)) return null;
  return tables.map((seats) => shuffledBy(seats, below));
}

function shuffledBy(items: readonly number[], below: (n: number) => number): number[] {
  const mixed = [...items].sort((a, b) => a - b);
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}

/** Whether somebody sits with whom he should not meet, or at a short table again. */
function wantsExchange(told: DrawInput, tables: number[][]): boolean {
  const full = Math.max(told.tables.full, ...tables.map((seats) => seats.length));
  const before = new Map(told.short_before);
  const again = tables.some((seats) => seats.length < full && seats.some((n) => before.get(n)));
  const together = told.apart.some((group) =>
    tables.some((seats) => seats.filter((n) => group.includes(n)).length > 1),
  );
  return again || together;
}

/** Seats table by table, larger tables first, as near to the preferred size as an even split can be. */
function tableSizes({ entrants, tables: policy }: DrawInput): number[] {
  const count = entrants.length;
  const [fewest, most] = [Math.max(1, Math.ceil(count / policy.largest)), Math.floor(count / policy.smallest)];
  const possible = Array.from({ length: Math.max(0, most - fewest + 1) }, (_, i) => fewest + i);
  const own = policy.counts
    .filter(([low, high, tables]) => low! <= count && count <= high! && possible.includes(tables!))
    .map(([, , tables]) => tables!);
  const splits = (own.length ? own : possible).map((tables) => evenSplit(count, tables));
  const misfit = (sizes: number[]) => sizes.reduce((sum, size) => sum + Math.abs(size - policy.preferred), 0);
  return splits.reduce<number[]>((best, one) => (!best.length || misfit(one) < misfit(best) ? one : best), []);
}

function evenSplit(count: number, tables: number): number[] {
  const [size, larger] = [Math.floor(count / tables), count % tables];
  return Array.from({ length: tables }, (_, i) => size + (i < larger ? 1 : 0));
}
