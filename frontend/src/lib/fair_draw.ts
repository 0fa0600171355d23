// A draw of seats, tables, starters or lots: every order follows from the key, every repeat has a reason.
import { need, same, type Entry } from "./fair_log";
import { shuffled } from "./fair_order";

const SLIP = /^(0|[1-9]\d{0,8})$/;

export function slipsDrawn(log: Entry[], key: Uint8Array, bag: string[]): number {
  need(bag.every((slip, i) => SLIP.test(slip) && (i === 0 || Number(slip) > Number(bag[i - 1]))), "bag");
  const first = log[0]?.[1] ?? 0;
  need(first > 0, "drawn");
  log.forEach(([op, number, reason, order], i) => {
    const reasons = reason.filter((word) => typeof word === "string" && word.trim());
    const explained = reasons.length === reason.length && reasons.length <= 1 && (i === 0 || reasons.length === 1);
    need(op === "draw" && number === first + i && explained, "drawn", i + 1);
    need(same(order, shuffled(bag, key, `draw/${number}`)), "drawn", i + 1);
  });
  return bag.length;
}
