// The proof of a deal, checked in the browser: fair-1 as docs/fair.md describes it. It shares no
// code with the server and needs no WebCrypto, so it works on the plain http of a hall.
import { bagOf, cardsPlayed, type CardSet } from "./fair_cards";
import { Doubtful, need, same, shaped, type Doubt } from "./fair_log";
import { hmac, parts } from "./fair_order";
import { RUMMIKUB, tilesPlayed, type GameSet } from "./fair_tiles";
import { fromHex, hex } from "./sha256";

export type { CardSet, Doubt, GameSet };
export type Proof = { fair: true; players: number } | { fair: false; doubt: Doubt; entry: number };

/** Is this what was committed to? `commit` and `seen` are what one saw oneself before the game. */
export function proved(told: unknown, commit: string, seen: string, set: GameSet | CardSet = RUMMIKUB): Proof {
  try {
    return { fair: true, players: checked(told, commit.trim().toLowerCase(), seen, set) };
  } catch (error) {
    if (error instanceof Doubtful) return { fair: false, doubt: error.doubt, entry: error.entry };
    throw error;
  }
}

function checked(told: unknown, commit: string, seen: string, set: GameSet | CardSet): number {
  const one = shaped(told);
  need(one.commit.toLowerCase() === commit && one.public === seen, "not_seen");
  const seed = fromHex(one.seed);
  need(hex(parts("fair-1 commit", seed, one.ctx, ...one.bag)) === commit, "commit");
  const cards = "travel" in set;
  need(same(one.bag, cards ? bagOf(set) : set.bag), "bag");
  const key = hmac(seed, parts("fair-1 key", one.public, one.ctx));
  return cards ? cardsPlayed(one.log, key, set) : tilesPlayed(one.log, key, set);
}
