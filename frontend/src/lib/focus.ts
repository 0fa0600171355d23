// Where a keyboard and a screen reader go on when what they were at is gone.

/** Go on at the first element of this kind; it need not be one that can be reached by Tab. */
export function readOn(selector: string): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) return;
  if (!found.hasAttribute("tabindex")) found.tabIndex = -1;
  found.focus({ preventScroll: true });
}

/** Whether nothing has the hand: what had it is gone, or takes no keys any more. */
export function isLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches(":disabled");
}

/** The same, unless somebody is somewhere already. */
export function readOnIfLost(selector: string): void {
  if (isLost()) readOn(selector);
}
