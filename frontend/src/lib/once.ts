/** A double click is one click: what is under way is not begun a second time. */
export function once<A extends unknown[]>(work: (...given: A) => Promise<void>): (...given: A) => Promise<void> {
  let busy = false;
  return async (...given) => {
    if (busy) return;
    busy = true;
    try {
      await work(...given);
    } finally {
      busy = false;
    }
  };
}
