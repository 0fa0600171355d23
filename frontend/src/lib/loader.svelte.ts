// Answers come in any order and late: only what is still wanted is shown, and never over something newer.
import { onDestroy } from "svelte";

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
