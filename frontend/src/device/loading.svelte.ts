// How far a device is on its way to play alone; whoever waits for it sees it on every screen.
import type { Loading } from "./files";

class Underway {
  now = $state.raw<Loading | null>(null);
}

export const underway = new Underway();
