// The proof of a deal, checked in the browser: fair-1 as docs/fair.md describes it. It shares no
// code with the server and needs no WebCrypto, so it works on the plain http of a hall.
import { fromHex, hex, sha256 } from "./sha256";

export interface Transcript {
  v: string;
  ctx: string;
  bag: string[];
  commit: string;
  public: string;
  seed: string;
  log: [string, number, (string | number)[], string[]][];
}

/** Why a transcript is not believed; each has a sentence in the catalogues. */
export type Doubt = "shape" | "not_seen" | "commit" | "bag" | "receivers" | "dealt" | "moves";

export type Proof = { fair: true; players: number } | { fair: false; doubt: Doubt; entry: number };

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
const FIELDS = "bag commit ctx log public seed v";
const WORDS = 2 ** 32;

class Doubtful extends Error {
  constructor(
    readonly doubt: Doubt,
    readonly entry = 0,
  ) {
    super(doubt);
  }
}

/** Is this what was committed to? `commit` and `seen` are what one saw oneself before the game. */
export function proved(told: unknown, commit: string, seen: string, set = RUMMIKUB): Proof {
  try {
    return { fair: true, players: checked(told, commit.trim().toLowerCase(), seen, set) };
  } catch (error) {
    if (error instanceof Doubtful) return { fair: false, doubt: error.doubt, entry: error.entry };
    throw error;
  }
}

function checked(told: unknown, commit: string, seen: string, set: GameSet): number {
  const one = shaped(told);
  need(one.commit.toLowerCase() === commit && one.public === seen, "not_seen");
  const seed = fromHex(one.seed);
  need(hex(parts("fair-1 commit", seed, one.ctx, ...one.bag)) === commit, "commit");
  need(same(one.bag, set.bag), "bag");
  const key = hmac(seed, parts("fair-1 key", one.public, one.ctx));
  const stacks = stacked(shuffled(one.bag, key, "bag").reverse(), set.stackSize);
  return played(one.log, stacks, set);
}

function shaped(told: unknown): Transcript {
  const one = told as Transcript;
  need(typeof told === "object" && told !== null && Object.keys(told).sort().join(" ") === FIELDS, "shape");
  need(one.v === "fair-1" && /^[0-9a-f]{64}$/i.test(one.seed), "shape");
  need([one.ctx, one.commit, one.public].every((text) => typeof text === "string"), "shape");
  need(Array.isArray(one.bag) && one.bag.every((tile) => typeof tile === "string"), "shape");
  need(Array.isArray(one.log), "shape");
  one.log.forEach((entry, i) => {
    need(Array.isArray(entry), "shape", i + 1);
    const [op, seat, out, got] = entry;
    const lists = Array.isArray(out) && Array.isArray(got) && got.every((tile) => typeof tile === "string");
    need(entry.length === 4 && typeof op === "string" && Number.isInteger(seat) && lists, "shape", i + 1);
  });
  return one;
}

/** SHA-256 over the parts, each after its length: no two lists of parts look alike. */
export function parts(...given: (string | Uint8Array)[]): Uint8Array {
  const raw = given.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const whole = new Uint8Array(raw.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of raw) {
    view.setUint32(at, part.length);
    whole.set(part, at + 4);
    at += 4 + part.length;
  }
  return sha256(whole);
}

/** HMAC-SHA256, RFC 2104; keys here are never longer than a block. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = (mask: number, tail: Uint8Array) => {
    const block = new Uint8Array(64 + tail.length).fill(mask, 0, 64);
    key.forEach((byte, i) => (block[i] = byte ^ mask));
    block.set(tail, 64);
    return block;
  };
  return sha256(padded(0x5c, sha256(padded(0x36, message))));
}

function* words(key: Uint8Array, label: string): Generator<number, never> {
  for (let counter = 0; ; counter++) {
    const block = hmac(key, parts(label, String(counter)));
    const view = new DataView(block.buffer, block.byteOffset);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** Durstenfeld's shuffle; words that would make some places likelier are thrown away. */
export function shuffled(items: readonly string[], key: Uint8Array, label: string): string[] {
  const [mixed, stream] = [[...items], words(key, label)];
  for (let i = mixed.length - 1; i > 0; i--) {
    let word = stream.next().value;
    while (word >= WORDS - (WORDS % (i + 1))) word = stream.next().value;
    const j = word % (i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}

/** Numbered from 1; the last takes what is left over and stands in the middle. */
function stacked(order: string[], size: number): Map<number, string[]> {
  const count = Math.floor(order.length / size);
  const cut = (n: number) => order.slice(size * (n - 1), n < count ? size * n : undefined);
  return new Map(Array.from({ length: count }, (_, i) => [i + 1, cut(i + 1)]));
}

function played(log: Transcript["log"], stacks: Map<number, string[]>, set: GameSet): number {
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
function follow(log: Transcript["log"], dealt: number, seats: number[], stacks: Map<number, string[]>): void {
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

/** Takes these tiles away; false if one of them is not there. */
function taken(from: string[], tiles: string[]): boolean {
  return tiles.every((tile) => {
    const at = from.indexOf(tile);
    if (at >= 0) from.splice(at, 1);
    return at >= 0;
  });
}

function same<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

function need(true_: boolean, doubt: Doubt, entry = 0): void {
  if (!true_) throw new Doubtful(doubt, entry);
}
