// The proof of a draw, checked in the browser: docs/fair.md, "Draws of seats, tables, starters and lots".
import { hmac, parts, shuffled, type Transcript } from "./fair";
import { fromHex, hex } from "./sha256";

/** Does the draw follow from what the server was bound to and what the hall threw? */
export function isFairDraw(told: Transcript, commit: string, seen: string): boolean {
  const seed = fromHex(told.seed);
  if (told.v !== "fair-1" || seed.length !== 32 || told.commit !== commit || told.public !== seen) return false;
  if (hex(parts("fair-1 commit", seed, told.ctx, ...told.bag)) !== commit) return false;
  if (told.bag.some((slip, i) => !/^[1-9]\d{0,8}$/.test(slip) || Number(slip) <= Number(told.bag[i - 1] ?? 0))) return false;
  const key = hmac(seed, parts("fair-1 key", seen, told.ctx));
  const first = told.log[0]?.[1] ?? 0;
  return (
    first > 0 &&
    told.log.every(([op, number, reason, order], i) => {
      const explained = reason.length === 1 ? String(reason[0]).trim() !== "" : i === 0 && !reason.length;
      const drawn = shuffled(told.bag, key, `draw/${number}`).join(" ");
      return op === "draw" && number === first + i && explained && order.join(" ") === drawn;
    })
  );
}
