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

/** Two clicks within this time are a double click, however fast the server answers the first. */
export const DOUBLE_CLICK_MS = 500;

interface Act {
  what: string;
  answer: Promise<unknown>;
  begun: number;
  busy: boolean;
}
const acts = new Map<string, Act>();

/**
 * An act goes to the server once: asked for again in the same words while it is under way, or by the
 * second half of a double click, it is the same act and gets the same answer. Other words to the same
 * place are another act, and so is what was refused.
 */
export function oneAct<T>(where: string, what: string, work: () => Promise<T>, now = Date.now): Promise<T> {
  const known = acts.get(where);
  if (known?.what === what && (known.busy || now() - known.begun < DOUBLE_CLICK_MS)) {
    return known.answer as Promise<T>;
  }
  const answer = work();
  const act: Act = { what, answer, begun: now(), busy: true };
  acts.set(where, act);
  answer.then(
    () => (act.busy = false),
    () => acts.get(where) === act && acts.delete(where),
  );
  return answer;
}

const SAME_PLACE_PX = 24;

/** The second half of a double click is heard by nothing that stands by then where the first half fell. */
export function deafenTo(first: MouseEvent): void {
  if (!first.detail) return; // by keyboard
  const swallow = (next: MouseEvent) => {
    if (next.detail && Math.hypot(next.clientX - first.clientX, next.clientY - first.clientY) < SAME_PLACE_PX) {
      next.preventDefault();
      next.stopPropagation();
    }
  };
  window.addEventListener("click", swallow, true);
  setTimeout(() => window.removeEventListener("click", swallow, true), DOUBLE_CLICK_MS);
}
