// The commitments this device saw before its deals: what a proof is checked against afterwards.
import { keepAs, keptAs } from "./kept";

const KEPT = "stolik.commits";
const HEADS = "stolik.heads";
const CLOSED = "stolik.closings";
const MOST = 60;

/** The first one counts: what comes later could have been made to fit. */
export function rememberCommit(ctx: string, commit: string): void {
  if (rememberedCommit(ctx) === null) add(KEPT, all(KEPT), [ctx, commit]);
}

export function rememberedCommit(ctx: string): string | null {
  return all(KEPT).find(([known]) => known === ctx)?.[1] ?? null;
}

/** The ends a tournament's record of draws had when this device looked: later ones go on from them. */
export function rememberHead(tournament: string, head: string): void {
  if (!rememberedHeads(tournament).includes(head)) add(HEADS, all(HEADS), [tournament, head]);
}

export function rememberedHeads(tournament: string): string[] {
  return all(HEADS).flatMap(([known, head]) => (known === tournament ? [head] : []));
}

/** How the log of a game was closed when it ended here; after a rewind it ends once more. */
export function rememberClosing(kind: string, fair: unknown): void {
  const { ctx, closed } = (fair ?? {}) as { ctx?: string; closed?: string };
  if (kind !== "GameEnded" || !ctx || !closed) return;
  add(CLOSED, all(CLOSED).filter(([known]) => known !== ctx), [ctx, closed]);
}

export function rememberedClosing(ctx: string): string | null {
  return all(CLOSED).find(([known]) => known === ctx)?.[1] ?? null;
}

type Pair = [string, string];

function all(key: string): Pair[] {
  return keptAs<Pair[]>(key, []);
}

function add(key: string, pairs: Pair[], one: Pair): void {
  keepAs(key, [...pairs, one].slice(-MOST));
}
