// A transcript as it was told: its shape, and the reasons not to believe it.
export type Entry = [op: string, seat: number, out: (string | number)[], got: string[]];

export interface Transcript {
  v: string;
  ctx: string;
  bag: string[];
  commit: string;
  public: string;
  seed: string;
  log: Entry[];
  /** How many entries there are and the head of their chain; old transcripts do not say. */
  closed?: { entries: number; head: string };
}

/** Why a transcript is not believed; each has a sentence in the catalogues. */
export type Doubt =
  | "shape"
  | "not_seen"
  | "commit"
  | "bag"
  | "seats"
  | "receivers"
  | "dealt"
  | "moves"
  | "bears"
  | "cards"
  | "display"
  | "mix"
  | "drawn"
  | "closed"
  | "closed_otherwise"
  | "not_closed";

const FIELDS = "bag commit ctx log public seed v";
const MOST_ITEMS = 20_000;

export class Doubtful extends Error {
  constructor(
    readonly doubt: Doubt,
    readonly entry = 0,
  ) {
    super(doubt);
  }
}

export function need(true_: boolean, doubt: Doubt, entry = 0): void {
  if (!true_) throw new Doubtful(doubt, entry);
}

export function shaped(told: unknown): Transcript {
  const one = told as Transcript;
  need(typeof told === "object" && told !== null && fieldsOf(told) === FIELDS, "shape");
  need(one.v === "fair-1" && /^[0-9a-f]{64}$/i.test(one.seed), "shape");
  need([one.ctx, one.commit, one.public].every(isText), "shape");
  need(isList(one.bag) && one.bag.every(isText), "shape");
  need(isList(one.log), "shape");
  one.log.forEach((entry, i) => need(isEntry(entry), "shape", i + 1));
  need(!("closed" in one) || isClosing(one.closed), "shape");
  return one;
}

const fieldsOf = (told: object) =>
  Object.keys(told)
    .filter((name) => name !== "closed")
    .sort()
    .join(" ");

function isClosing(told: unknown): boolean {
  if (typeof told !== "object" || told === null || Object.keys(told).sort().join(" ") !== "entries head") return false;
  const { entries, head } = told as Record<string, unknown>;
  return Number.isInteger(entries) && isText(head) && /^[0-9a-f]{64}$/.test(head);
}

function isEntry(entry: unknown): boolean {
  if (!Array.isArray(entry) || entry.length !== 4) return false;
  const [op, seat, out, got] = entry as unknown[];
  const lists = isList(out) && out.every((x) => isText(x) || Number.isInteger(x)) && isList(got) && got.every(isText);
  return isText(op) && Number.isInteger(seat) && lists;
}

const isText = (x: unknown): x is string => typeof x === "string";
const isList = (x: unknown): x is unknown[] => Array.isArray(x) && x.length <= MOST_ITEMS;

/** Takes these tiles or cards away; false if one of them is not there. */
export function taken(from: string[], items: readonly string[]): boolean {
  return items.every((item) => {
    const at = from.indexOf(item);
    if (at >= 0) from.splice(at, 1);
    return at >= 0;
  });
}

export function same<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
