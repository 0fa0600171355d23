// What a device has taken along to play alone: the names of the files, once all of them are here.
import { keepAs, keptAs } from "../lib/kept";
import type { Parts } from "./messages";

const KEPT = "stolik.device";

/** What was taken along at the last visit; null: nothing, this device cannot play alone. */
export function partsTaken(): Parts | null {
  return keptAs<Parts | null>(KEPT, null);
}

export function keepParts(parts: Parts | null): void {
  keepAs(KEPT, parts);
}
