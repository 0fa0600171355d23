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

function all(): [string, string][] {
  return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as [string, string][];
}
