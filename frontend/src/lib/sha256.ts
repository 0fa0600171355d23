// SHA-256 for pages on plain http, where WebCrypto does not exist. FIPS 180-4, tested by vectors.
const PRIMES = primes(64);
const K = Uint32Array.from(PRIMES, (p) => fraction(Math.cbrt(p)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)));

export function sha256(message: Uint8Array): Uint8Array {
  const words = padded(message);
  const hash = START.slice();
  for (let at = 0; at < words.length; at += 16) block(hash, words.subarray(at, at + 16));
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function padded(message: Uint8Array): Uint32Array {
  const length = ((message.length + 8) >> 6) * 16 + 16;
  const bytes = new Uint8Array(length * 4);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length * 4 - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length * 4 - 4, message.length << 3);
  return Uint32Array.from({ length }, (_, i) => view.getUint32(4 * i));
}

function block(hash: Uint32Array, chunk: Uint32Array): void {
  const w = new Uint32Array(64);
  w.set(chunk);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = hash[i]! + value));
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}

/** The first 32 bits after the point. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x100000000) >>> 0;
}
