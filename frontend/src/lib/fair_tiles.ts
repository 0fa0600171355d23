// A game of Rummikub against its fair order, tile by tile.
import { Doubtful, need, same, taken, type Entry } from "./fair_log";
import { shuffled } from "./fair_order";

/** What a game is played with, as far as dealing goes; the rules of a table may say otherwise. */
export interface GameSet {
  bag: string[];
  stackSize: number;
  stacksEach: number;
  /** What a joker counts where tiles are drawn for seats; 14 where the table does not say. */
  jokerInSeatDraw?: number;
}

const COLOURS = ["k", "b", "o", "r"];
const NUMBERS = Array.from({ length: 13 }, (_, i) => i + 1);
export const RUMMIKUB: GameSet = {
  bag: [...COLOURS.flatMap((c) => NUMBERS.flatMap((n) => [`${c}${n}`, `${c}${n}`])), "j", "j"],
  stackSize: 7,
  stacksEach: 2,
};

/** How many players sat there; doubtful at the first entry that cannot be. */
export function tilesPlayed(log: Entry[], key: Uint8Array, ctx: string, set: GameSet): number {
  const stacks = stacked(shuffled(set.bag, key, "bag").reverse(), set.stackSize);
  const seated = leading(log, "seat", 0);
  const drawn = /\/1$/.test(ctx) ? key : null;
  const circle = around(seated, drawn, set);
  const deals = leading(log, "deal", seated.length);
  const receivers = deals.map(([, seat]) => seat);
  const dealtTo = [...new Set(receivers)].sort((a, b) => a - b);
  const seats = circle.length ? circle : dealtTo;
  const possible = orders(seats, set.stacksEach);
  const fits = (circle.length && drawn ? possible.slice(0, 2) : possible).some((order) => same(order, receivers));
  const whole = receivers.length === set.stacksEach * dealtTo.length;
  need(dealtTo.length >= 2 && dealtTo.length <= 4 && dealtTo[0]! >= 0 && whole && fits, "receivers");
  deals.forEach(([, , out, got], i) => {
    need(!out.length && same(got, stacks.get(i + 1) ?? []), "dealt", seated.length + i + 1);
  });
  follow(log, seated.length, deals.length, seats, stacks);
  return seats.length;
}

function leading(log: Entry[], op: string, from: number): Entry[] {
  const end = log.findIndex((entry, i) => i >= from && entry[0] !== op);
  return log.slice(from, end < 0 ? undefined : end);
}

/** Who sits after whom by drawn tiles: the first deal of a table draws them, later ones tell the same. */
function around(seated: Entry[], key: Uint8Array | null, set: GameSet): number[] {
  const seats = seated.map(([, seat]) => seat);
  if (!seats.length) return seats;
  need(seats.length <= 4, "seats", seats.length);
  const rows = key ? drawnTiles(key, seats.length, set) : [];
  const wanted = key ? byHeight(rows, set) : [Math.min(...seats), ...seats.slice(1)];
  seated.forEach(([, seat, out, got], i) => {
    need(seat === wanted[i] && !out.length && same(got, rows[seat] ?? []), "seats", i + 1);
  });
  return seats;
}

/** One tile each from the shuffled bag; who is level takes another, and only they. */
function drawnTiles(key: Uint8Array, seats: number, set: GameSet): string[][] {
  const pile = shuffled(set.bag, key, "seats");
  const rows: string[][] = Array.from({ length: seats }, () => []);
  let level = rows;
  while (level.length) {
    for (const row of level) row.push(pile.shift()!);
    level = rows.filter((row) => rows.some((other) => other !== row && same(heights(row, set), heights(other, set))));
  }
  return rows;
}

function byHeight(rows: string[][], set: GameSet): number[] {
  const seats = rows.map((_, seat) => seat);
  return seats.sort((a, b) => higher(heights(rows[b]!, set), heights(rows[a]!, set)));
}

const higher = (a: number[], b: number[]) => a.map((height, i) => height - (b[i] ?? 0)).find((gap) => gap) ?? 0;
const heights = (row: string[], set: GameSet) =>
  row.map((tile) => (tile === "j" ? (set.jokerInSeatDraw ?? 14) : Number(tile.slice(1))));

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
function follow(log: Entry[], seated: number, dealt: number, seats: number[], stacks: Map<number, string[]>): void {
  const racks = new Map<number, string[]>(seats.map((seat) => [seat, []]));
  for (const [, seat, , got] of log.slice(seated, seated + dealt)) racks.get(seat)?.push(...got);
  const lying: string[] = [];
  let middle = stacks.get(stacks.size) ?? [];
  const bank = new Set([...stacks.keys()].filter((n) => n > dealt && n < stacks.size));
  log.slice(seated + dealt).forEach(([op, seat, out, got], i) => {
    const entry = seated + dealt + i + 1;
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
