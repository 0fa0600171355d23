// What was written here and has not reached the server yet; sent in order, each exactly once.
import { newId, Offline, post, Refused } from "./api";
import { MemoryShelf, openShelf, type Letter, type Shelf } from "./shelf";

export type Send = (letter: Letter) => Promise<unknown>;

const AGAIN_MS = 3000;
const PATIENCE_MS = 10_000;
const FAILED = "http.failed";

export class Outbox {
  /** The letters of this owner that wait, and those that were refused and not yet read. */
  letters = $state.raw<Letter[]>([]);
  /** Called whenever the server has taken a letter. */
  onSent: () => void = () => {};

  #shelf: Shelf = new MemoryShelf();
  #opened: Promise<void>;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refusals = new Map<string, Refused>();
  /** Letters a bug of the server has answered once: it may have been one moment's. */
  #failed = new Set<string>();
  #closed = false;

  constructor(
    readonly owner: string,
    shelf: Promise<Shelf> = openShelf(),
    readonly send: Send = sent,
  ) {
    this.#opened = shelf.then((found) => {
      this.#shelf = found;
      return this.#read();
    });
    addEventListener("online", this.flushNow);
  }

  get waiting(): Letter[] {
    return this.letters.filter((letter) => !letter.refused);
  }

  get refused(): Letter[] {
    return this.letters.filter((letter) => letter.refused);
  }

  /** Keep a letter on the device, then try to send it; it is safe once this returns. */
  async put(path: string, body: Record<string, unknown>): Promise<void> {
    await this.#opened;
    // Two letters of one millisecond, or of a clock that was set back, still have an order.
    const made = Math.max(Date.now(), (this.letters.at(-1)?.made ?? 0) + 1);
    const letter = { id: newId(), owner: this.owner, path, body, made, refused: "" };
    await this.#shelf.keep(letter);
    await this.#read();
    void this.flush();
  }

  /** As `put`, but waits for the first try: a refusal that comes at once is thrown and not kept. */
  async hand(path: string, body: Record<string, unknown>): Promise<void> {
    await this.#sending;
    const before = new Set(this.letters.map((letter) => letter.id));
    await this.put(path, body);
    const letter = this.letters.find((one) => !before.has(one.id));
    await this.flush();
    const refused = this.#refusals.get(letter?.id ?? "");
    if (!letter || !refused) return;
    await this.drop(letter.id);
    throw refused;
  }

  /** Take a refused letter away: its owner has read why. */
  async drop(id: string): Promise<void> {
    await this.#shelf.drop(id);
    await this.#read();
  }

  readonly flushNow = (): void => void this.flush();

  /** Send what waits; one flush at a time, so that the order is kept. */
  flush(): Promise<void> {
    this.#sending ??= this.#flush().finally(() => (this.#sending = null));
    return this.#sending;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.flushNow);
  }

  async #flush(): Promise<void> {
    await this.#opened;
    clearTimeout(this.#timer);
    // Asked anew after each: something may have been written meanwhile.
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (!(await this.#delivered(next))) {
        if (!this.#closed) this.#timer = setTimeout(this.flushNow, AGAIN_MS);
        return;
      }
    }
  }

  /** Whether the server has answered; false: later again, under the same id. */
  async #delivered(letter: Letter): Promise<boolean> {
    try {
      await this.send(letter);
      await this.#shelf.drop(letter.id);
    } catch (error) {
      if (error instanceof Offline || (error instanceof Refused && this.#isForNow(error, letter))) return false;
      if (!(error instanceof Refused)) throw error;
      this.#refusals.set(letter.id, error);
      await this.#shelf.keep({ ...letter, refused: error.message });
    }
    await this.#read();
    this.onSent();
    return true;
  }

  /** A server that cannot write, or a login that is being renewed, says nothing about the letter; a bug does when it comes twice. */
  #isForNow({ code, status }: Refused, { id }: Letter): boolean {
    if (code === FAILED && this.#failed.has(id)) return false;
    if (code === FAILED) this.#failed.add(id);
    return status >= 500 || [401, 408, 429].includes(status);
  }

  async #read(): Promise<void> {
    const mine = (await this.#shelf.all()).filter((letter) => letter.owner === this.owner);
    this.letters = mine.sort((a, b) => a.made - b.made);
  }
}

function sent(letter: Letter): Promise<unknown> {
  return post(letter.path, letter.body, letter.id, PATIENCE_MS);
}
