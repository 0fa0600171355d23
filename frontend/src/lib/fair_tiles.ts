// A game of Rummikub against its fair order, tile by tile.
import { Doubtful, need, same, taken, type Entry } from "./fair_log";
import { shuffled } from "./fair_order";

/** What a game is played with, as far as dealing goes; the rules of a table may say otherwise. */
export interface GameSet {
  bag: string[];
  stackSize: number;
  stacksEach: number;
}

const COLOURS = ["k", "b", "o", "r"];
const NUMBERS = Array.from({ length: 13 }, (_, i) => i + 1);
export const RUMMIKUB: GameSet = {
  bag: [...COLOURS.flatMap((c) => NUMBERS.flatMap((n) => [`${c}${n}`, `${c}${n}`])), "j", "j"],
  stackSize: 7,
  stacksEach: 2,
};

/** How many players sat there; doubtful at the first entry that cannot be. */
export function tilesPlayed(log: Entry[], key: Uint8Array, set: GameSet): number {
  const stacks = stacked(shuffled(set.bag, key, "bag").reverse(), set.stackSize);
  const end = log.findIndex(([op]) => op !== "deal");
  const deals = end < 0 ? log : log.slice(0, end);
  const receivers = deals.map(([, seat]) => seat);
  const seats = [...new Set(receivers)].sort((a, b) => a - b);
  const fits = orders(seats, set.stacksEach).some((order) => same(order, receivers));
  need(seats.length >= 2 && seats.length <= 4 && seats[0]! >= 0 && fits, "receivers");
  deals.forEach(([, , out, got], i) => {
    need(!out.length && same(got, stacks.get(i + 1) ?? []), "dealt", i + 1);
  });
  follow(log, deals.length, seats, stacks);
  return seats.length;
}

/** Numbered from 1; the last takes what is left over and stands in the middle. */
function stacked(order: string[], size: number): Map<number, string[]> {
  const count = Math.floor(order.length / size);
  const cut = (n: number) => order.slice(size * (n - 1), n < count ? size * n : undefined);
  return new Map(Array.from({ length: count }, (_, i) => [i + 1, cut(i + 1)]));
}

/** Who gets stack 1, 2, …: neighbours give, or the judge deals; from every possible starter. */
function orders(seats: number[], each: number): number[][] {
  return seats.flatMap((_, start) => {
    const circle = [...seats.slice(start), ...seats.slice(0, start)];
    const left = (giver: number, gift: number) =>
      circle[(giver + (gift % 2 ? -1 : 1) + circle.length) % circle.length]!;
    const gifts = Array.from({ length: each }, (_, gift) => gift);
    return [
      circle.flatMap((_, giver) => gifts.map((gift) => left(giver, gift))),
      circle.flatMap((seat) => gifts.map(() => seat)),
    ];
  });
}

/** Every tile laid was held, every tile drawn was the next one, and nothing comes from nowhere. */
function follow(log: Entry[], dealt: number, seats: number[], stacks: Map<number, string[]>): void {
  const racks = new Map<number, string[]>(seats.map((seat) => [seat, []]));
  for (const [, seat, , got] of log.slice(0, dealt)) racks.get(seat)?.push(...got);
  const lying: string[] = [];
  let middle = stacks.get(stacks.size) ?? [];
  const bank = new Set([...stacks.keys()].filter((n) => n > dealt && n < stacks.size));
  log.slice(dealt).forEach(([op, seat, out, got], i) => {
    const entry = dealt + i + 1;
    const rack = racks.get(seat);
    if (!rack) throw new Doubtful("moves", entry);
    if (op === "stack") {
      const stack = out[0] as number;
      need(!middle.length && out.length === 1 && bank.delete(stack) && !got.length, "moves", entry);
      middle = stacks.get(stack) ?? [];
    } else if (op === "play") {
      need(taken(rack, out.map(String)) && same(got, middle.slice(0, got.length)), "moves", entry);
      lying.push(...out.map(String));
      middle = middle.slice(got.length);
      rack.push(...got);
    } else {
      need(op === "take" && !out.length && taken(lying, got), "moves", entry);
      rack.push(...got);
    }
  });
}
