// The chance of fair-1: what is hashed how, and the shuffle that everybody can repeat.
import { sha256 } from "./sha256";

const WORDS = 2 ** 32;

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

/** A uniform number below n, again and again from one stream; words that would make some likelier go. */
export function chances(key: Uint8Array, label: string): (n: number) => number {
  const stream = words(key, label);
  return (n) => {
    let word = stream.next().value;
    while (word >= WORDS - (WORDS % n)) word = stream.next().value;
    return word % n;
  };
}

/** Durstenfeld's shuffle. */
export function shuffled(items: readonly string[], key: Uint8Array, label: string): string[] {
  const [mixed, below] = [[...items], chances(key, label)];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}

/** JSON in one way only: keys in order, no spaces. */
export function written(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Sorted as the server does: letter by letter, not by halves of letters. */
export function sortedByLetters(items: readonly string[]): string[] {
  return [...items].sort((a, b) => {
    const [one, other] = [[...a], [...b]];
    const at = one.findIndex((letter, i) => letter !== other[i]);
    if (at < 0) return one.length - other.length;
    return (one[at]?.codePointAt(0) ?? -1) - (other[at]?.codePointAt(0) ?? -1);
  });
}
