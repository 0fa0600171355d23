// The commitments this device saw before its deals: what a proof is checked against afterwards.
const KEPT = "stolik.commits";
const MOST = 60;

/** The first one counts: what comes later could have been made to fit. */
export function rememberCommit(ctx: string, commit: string): void {
  if (rememberedCommit(ctx) === null) {
    localStorage.setItem(KEPT, JSON.stringify([...all(), [ctx, commit]].slice(-MOST)));
  }
}

export function rememberedCommit(ctx: string): string | null {
  return all().find(([known]) => known === ctx)?.[1] ?? null;
}

const HEADS = "stolik.heads";

/** The ends a tournament's record of draws had when this device looked: later ones go on from them. */
export function rememberHead(tournament: string, head: string): void {
  if (rememberedHeads(tournament).includes(head)) return;
  localStorage.setItem(HEADS, JSON.stringify([...heads(), [tournament, head]].slice(-MOST)));
}

export function rememberedHeads(tournament: string): string[] {
  return heads().flatMap(([known, head]) => (known === tournament ? [head] : []));
}

function heads(): [string, string][] {
  return JSON.parse(localStorage.getItem(HEADS) ?? "[]") as [string, string][];
}

const CLOSED = "stolik.closings";

/** How the log of a game was closed when it ended here; after a rewind it ends once more. */
export function rememberClosing(kind: string, fair: unknown): void {
  const { ctx, closed } = (fair ?? {}) as { ctx?: string; closed?: string };
  if (kind !== "GameEnded" || !ctx || !closed) return;
  const others = closings().filter(([known]) => known !== ctx);
  localStorage.setItem(CLOSED, JSON.stringify([...others, [ctx, closed]].slice(-MOST)));
}

export function rememberedClosing(ctx: string): string | null {
  return closings().find(([known]) => known === ctx)?.[1] ?? null;
}

function closings(): [string, string][] {
  return JSON.parse(localStorage.getItem(CLOSED) ?? "[]") as [string, string][];
}

function all(): [string, string][] {
  return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as [string, string][];
}
