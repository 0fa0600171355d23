// How far a device is on its way to play alone; whoever waits for it sees it on every screen.
import type { Loading } from "./files";

class Underway {
  now = $state.raw<Loading | null>(null);
  /** It was tried, and the engine did not start. */
  failed = $state(false);
}

export const underway = new Underway();
