// Answers come in any order and late: only what is still wanted is shown, and never over something newer.
import { onDestroy } from "svelte";

/** Who types goes on sooner than this; what stands there then is meant. */
const TYPING_MS = 200;

export class Loader {
  #asked = 0;
  #shown = 0;
  #wanted: unknown;
  #closed = false;

  constructor(private readonly fail: (error: unknown) => void) {}

  /** Ask; show the answer unless something else is wanted by then, a later one is shown, or nobody looks. */
  async load<T>(wanted: unknown, ask: () => Promise<T>, show: (answer: T) => void): Promise<void> {
    const turn = ++this.#asked;
    this.#wanted = wanted;
    const isDue = () => !this.#closed && this.#wanted === wanted && turn > this.#shown;
    try {
      const answer = await ask();
      if (!isDue()) return;
      this.#shown = turn;
      show(answer);
    } catch (error) {
      if (isDue()) this.fail(error);
    }
  }

  /**
   * Ask once nothing more is typed, for an effect that gives this back: then it is called off. Answers
   * to what stood there before come to nothing from now on. `ask` runs later: what it asks by is read in
   * the effect itself, or a change of it is not seen.
   */
  soon<T>(ask: () => Promise<T>, show: (answer: T) => void, after = TYPING_MS): () => void {
    this.drop();
    const timer = setTimeout(() => void this.load(ask, ask, show), after);
    return () => clearTimeout(timer);
  }

  /** Nothing is wanted any more: what is under way comes to nothing. */
  drop(): void {
    this.#shown = this.#asked;
  }

  close(): void {
    this.#closed = true;
  }
}

/** A loader for the time a screen is there. */
export function loading(fail: (error: unknown) => void): Loader {
  const loader = new Loader(fail);
  onDestroy(() => loader.close());
  return loader;
}
