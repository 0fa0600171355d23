// Whoever plays or judges here may want to without a network: taken along when there is nothing else to do.
const AFTER_MS = 10_000; // who has just sat down has first claim on the line

class Soon {
  /** The server has a newer web app than this page. */
  hasNewer = $state(false);
  #asked = false;

  /** Once a page, and never in anybody's way. */
  prepare(): void {
    if (this.#asked || !import.meta.env.PROD) return;
    this.#asked = true;
    const idle = window.requestIdleCallback ?? ((work: () => void) => work());
    setTimeout(() => idle(() => void this.#prepare()), AFTER_MS);
  }

  async #prepare(): Promise<void> {
    try {
      const { prepare } = await import("./prepare");
      this.hasNewer = await prepare();
    } catch {
      this.#asked = false; // the line broke, or there is no room: at the next game
    }
  }
}

export const soon = new Soon();
