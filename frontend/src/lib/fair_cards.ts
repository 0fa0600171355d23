// A game of Miś Wojtek against its fair order, card by card: decks, hands, the display, used cards.
import { Doubtful, need, same, taken, type Entry } from "./fair_log";
import { shuffled, sortedByLetters } from "./fair_order";

/** What a game is played with, as far as chance goes; the board says it. */
export interface CardSet {
  travel: string[];
  bearCards: string[];
  bears: string[];
  slots: number;
  seats: [least: number, most: number];
}

/** Everything that is shuffled: what the commitment binds. */
export function bagOf(set: CardSet): string[] {
  return [...set.travel, ...set.bearCards, ...set.bears];
}

/** How many players sat there; doubtful at the first entry that cannot be. */
export function cardsPlayed(log: Entry[], key: Uint8Array, set: CardSet): number {
  const end = log.findIndex(([op]) => op !== "bear");
  const drawn = end < 0 ? log : log.slice(0, end);
  const bears = shuffled(set.bears, key, "bears");
  drawn.forEach(([, seat, out, got], i) => {
    need(seat === i && !out.length && same(got, bears.slice(i, i + 1)), "bears", i + 1);
  });
  need(drawn.length >= set.seats[0] && drawn.length <= set.seats[1], "bears", drawn.length);
  const table = new Cards(drawn.length, key, set);
  log.slice(drawn.length).forEach((entry, i) => table.follow(entry, drawn.length + i + 1));
  return drawn.length;
}

/** A deck, read from its end, and its used cards. */
class Pile {
  used: string[] = [];

  constructor(
    private deck: string[],
    private readonly key: Uint8Array,
  ) {}

  draws(got: string[]): boolean {
    const next = got.length ? this.deck.slice(-got.length).reverse() : [];
    this.deck = this.deck.slice(0, this.deck.length - next.length);
    return same(got, next);
  }

  /** The used cards become the deck, in an order anybody can repeat. */
  mixes(got: string[], number: number): boolean {
    const order = shuffled(sortedByLetters(this.used), this.key, `mix/${number}`);
    const due = !this.deck.length && order.length > 0;
    [this.deck, this.used] = [order, []];
    return due && same(got, order);
  }
}

/** The entries by whose place they name: a slot, a deck, nothing; else a seat. */
const PLACES = ["card", "take", "empty", "swap", "out", "fill", "mix", "clear"];

/** Decks, hands and display after the set-up; lives within one check. */
class Cards {
  private readonly travel: Pile;
  private readonly bears: Pile;
  private readonly hands: string[][];
  private readonly owned: string[][];
  private display: (string | null)[];
  /** The number of the last reshuffle. */
  private mixed = -1;

  constructor(seats: number, key: Uint8Array, set: CardSet) {
    this.travel = new Pile(shuffled(set.travel, key, "travel"), key);
    this.bears = new Pile(shuffled(set.bearCards, key, "bag"), key);
    this.hands = Array.from({ length: seats }, () => []);
    this.owned = Array.from({ length: seats }, () => []);
    this.display = Array.from({ length: set.slots }, () => null);
  }

  follow([op, seat, out, got]: Entry, entry: number): void {
    const places: Record<string, number> = { fill: this.display.length, mix: 2, clear: 1 };
    need(PLACES.includes(op) && seat >= 0 && seat < (places[op] ?? this.hands.length), "cards", entry);
    const [hand, owned] = [this.hands[seat] ?? [], this.owned[seat] ?? []];
    switch (op) {
      case "card":
        need(this.travel.draws(got), "cards", entry);
        hand.push(...got);
        need(taken(hand, out.map(String)), "cards", entry);
        this.travel.used.push(...out.map(String));
        break;
      case "fill":
        need(this.display[seat] === null && got.length === 1 && !out.length, "display", entry);
        need(this.bears.draws(got), "cards", entry);
        this.display[seat] = got[0]!;
        break;
      case "take":
        owned.push(this.lifted(out, got, 1, entry));
        break;
      case "empty":
        this.bears.used.push(this.lifted(out, got, 1, entry));
        break;
      case "swap":
        this.swap(owned, out, got, entry);
        break;
      case "mix":
        this.mix(seat, out, got, entry);
        break;
      default:
        need(!out.length && !got.length, "cards", entry);
        if (op === "clear") this.clear();
        else this.exclude(seat);
    }
  }

  /** The card of the slot that is named first; it lies there no more. */
  private lifted(out: Entry[2], got: string[], named: number, entry: number): string {
    const slot = out.length === named && typeof out[0] === "number" ? out[0] : -1;
    const card = this.display[slot] ?? null;
    if (card === null || !same(got, [card])) throw new Doubtful("display", entry);
    this.display[slot] = null;
    return card;
  }

  private swap(owned: string[], out: Entry[2], got: string[], entry: number): void {
    const card = this.lifted(out, got, 2, entry);
    const own = String(out[1]);
    need(taken(owned, [own]), "cards", entry);
    owned.push(card);
    this.display[out[0] as number] = own;
  }

  private mix(deck: number, out: Entry[2], got: string[], entry: number): void {
    const number = out.length === 1 && typeof out[0] === "number" ? out[0] : -1;
    need(number > this.mixed, "mix", entry);
    this.mixed = number;
    need((deck ? this.bears : this.travel).mixes(got, number), "mix", entry);
  }

  private clear(): void {
    this.bears.used.push(...this.display.filter((card) => card !== null));
    this.display = this.display.map(() => null);
  }

  private exclude(seat: number): void {
    this.travel.used.push(...this.hands[seat]!.splice(0));
    this.bears.used.push(...this.owned[seat]!.splice(0));
  }
}
