// The proof of a deal, checked in the browser: fair-1 as docs/fair.md describes it. It shares no
// code with the server and needs no WebCrypto, so it works on the plain http of a hall.
import { bagOf, cardsPlayed, type CardSet } from "./fair_cards";
import { slipsDrawn } from "./fair_draw";
import { Doubtful, need, same, shaped, type Doubt, type Transcript } from "./fair_log";
import { hmac, parts } from "./fair_order";
import { RUMMIKUB, tilesPlayed, type GameSet } from "./fair_tiles";
import { fromHex, hex } from "./sha256";

export type { CardSet, Doubt, GameSet, Transcript };
export type Proof = { fair: true; players: number; closed: boolean } | { fair: false; doubt: Doubt; entry: number };

/** What one saw oneself: commit and chance before the game, and how its log was closed at its end. */
export interface Seen {
  commit: string;
  public: string;
  closed?: string | null;
}

/** Is this what was committed to? */
export function proved(told: unknown, commit: string, seen: string, set: GameSet | CardSet = RUMMIKUB): Proof {
  return provedAs(told, { commit, public: seen }, set);
}

export function provedAs(told: unknown, seen: Seen, set: GameSet | CardSet = RUMMIKUB): Proof {
  return believed(told, seen, ({ bag, ctx, log }, key) => {
    const cards = "travel" in set;
    need(same(bag, cards ? bagOf(set) : set.bag), "bag");
    return cards ? cardsPlayed(log, key, set) : tilesPlayed(log, key, ctx, set);
  });
}

/** The same question about a draw; its `players` are the slips. */
export function provedDraw(told: unknown, commit: string, seen: string): Proof {
  return believed(told, { commit, public: seen }, ({ bag, log }, key) => slipsDrawn(log, key, bag));
}

type Follow = (one: Transcript, key: Uint8Array) => number;

function believed(told: unknown, seen: Seen, follow: Follow): Proof {
  try {
    const one = shaped(told);
    const players = follow(one, opened(one, seen.commit.trim().toLowerCase(), seen.public));
    whole(one, seen.closed?.trim().toLowerCase() ?? "");
    return { fair: true, players, closed: one.closed !== undefined };
  } catch (error) {
    if (error instanceof Doubtful) return { fair: false, doubt: error.doubt, entry: error.entry };
    throw error;
  }
}

/** Nothing is missing, the last entry included: length and head are those of the log. */
function whole({ commit, log, closed }: Transcript, seen: string): void {
  need(closed !== undefined || !seen, "not_closed");
  if (!closed) return;
  need(closed.entries === log.length && closed.head === headOf(commit.toLowerCase(), log), "closed");
  need(!seen || `${closed.entries}:${closed.head}` === seen, "closed_otherwise");
}

/** The end of the chain over all entries. */
export function headOf(commit: string, log: Transcript["log"]): string {
  let link = parts("fair-1 log", commit);
  for (const entry of log) link = parts("fair-1 entry", link, JSON.stringify(entry));
  return hex(link);
}

/** The key behind a transcript that is what was committed to. */
function opened(one: Transcript, commit: string, seen: string): Uint8Array {
  need(one.commit.toLowerCase() === commit && one.public === seen, "not_seen");
  const seed = fromHex(one.seed);
  need(hex(parts("fair-1 commit", seed, one.ctx, ...one.bag)) === commit, "commit");
  return hmac(seed, parts("fair-1 key", one.public, one.ctx));
}
