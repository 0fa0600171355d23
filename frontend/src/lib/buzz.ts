// A phone that shakes; browsers refuse, and complain, before somebody has touched the page.
export function buzz(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
