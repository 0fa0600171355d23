/** A browser drags what is selected instead of what is under the pointer: nothing stays selected. */
export function unselect(): void {
  getSelection()?.removeAllRanges();
}

/** And nothing of a table is dragged by the browser itself. */
export function undragged(event: Event): void {
  event.preventDefault();
}
