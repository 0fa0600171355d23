// The proof of a deal, checked in the browser: fair-1 as docs/fair.md describes it. It shares no
// code with the server and needs no WebCrypto, so it works on the plain http of a hall.
import { bagOf, cardsPlayed, type CardSet } from "./fair_cards";
import { slipsDrawn } from "./fair_draw";
import { Doubtful, need, same, shaped, type Doubt, type Transcript } from "./fair_log";
import { hmac, parts } from "./fair_order";
import { RUMMIKUB, tilesPlayed, type GameSet } from "./fair_tiles";
import { fromHex, hex } from "./sha256";

export type { CardSet, Doubt, GameSet, Transcript };
export type Proof = { fair: true; players: number } | { fair: false; doubt: Doubt; entry: number };

/** Is this what was committed to? `commit` and `seen` are what one saw oneself before the game. */
export function proved(told: unknown, commit: string, seen: string, set: GameSet | CardSet = RUMMIKUB): Proof {
  return believed(told, commit, seen, ({ bag, log }, key) => {
    const cards = "travel" in set;
    need(same(bag, cards ? bagOf(set) : set.bag), "bag");
    return cards ? cardsPlayed(log, key, set) : tilesPlayed(log, key, set);
  });
}

/** The same question about a draw; its `players` are the slips. */
export function provedDraw(told: unknown, commit: string, seen: string): Proof {
  return believed(told, commit, seen, ({ bag, log }, key) => slipsDrawn(log, key, bag));
}

type Follow = (one: Transcript, key: Uint8Array) => number;

function believed(told: unknown, commit: string, seen: string, follow: Follow): Proof {
  try {
    const one = shaped(told);
    return { fair: true, players: follow(one, opened(one, commit.trim().toLowerCase(), seen)) };
  } catch (error) {
    if (error instanceof Doubtful) return { fair: false, doubt: error.doubt, entry: error.entry };
    throw error;
  }
}

/** The key behind a transcript that is what was committed to. */
function opened(one: Transcript, commit: string, seen: string): Uint8Array {
  need(one.commit.toLowerCase() === commit && one.public === seen, "not_seen");
  const seed = fromHex(one.seed);
  need(hex(parts("fair-1 commit", seed, one.ctx, ...one.bag)) === commit, "commit");
  return hmac(seed, parts("fair-1 key", one.public, one.ctx));
}
