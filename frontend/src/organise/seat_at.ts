// Whose seat lies under a point of the screen.
export function seatAt(x: number, y: number): number | null {
  const seat = document.elementsFromPoint(x, y).find((found) => found instanceof HTMLElement && found.dataset.entrant);
  return seat instanceof HTMLElement ? Number(seat.dataset.entrant) : null;
}
