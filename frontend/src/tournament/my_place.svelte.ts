// Where this phone's player sits; what was known stays when the line is down.
import { get, Offline, Refused } from "../lib/api";
import type { TournamentStore } from "./store.svelte";
import type { Mine } from "./shapes";

export class MyPlace {
  mine = $state.raw<Mine | null>(null);
  /** Why there is no table, in the server's words. */
  note = $state("");

  constructor(readonly event: TournamentStore) {}

  async load(): Promise<void> {
    try {
      this.mine = await get<Mine>(`${this.event.here}/me`);
      this.note = "";
    } catch (error) {
      if (error instanceof Refused) {
        [this.mine, this.note] = [null, error.message];
        // Perhaps there is no table because this phone is nobody's any more.
        await this.event.askWho();
      } else if (!(error instanceof Offline)) throw error;
    }
  }
}
