// The wall is used up: the largest letters, in the number of columns that lets them be largest, with which
// everything stands in its frame. A name too long for its line goes on two or three, in smaller letters.
export interface Fitted {
  /** How many columns there may be. */
  columns: number[];
  /** How many things stand in them. */
  count: number;
  /** Whatever else makes it another picture. */
  key?: unknown;
}

/** Letters are no larger than this share of the frame's height. */
const LARGEST = 0.11;
const SMALLEST_PX = 8;
const STEPS = 7;
const LONG = "long";
/** Of the others' letters: what long names may come down to, so that one of them does not shrink everybody. */
const SHARES = [0.62, 0.52, 0.42, 0.42];
/** What they may have once everything stands, where their row has room for as many lines of it. */
const LARGER = [1, 0.85, 0.72, 0.62, 0.52];
const LINES = 2;

export function fit(node: HTMLElement, wanted: Fitted): { update(wanted: Fitted): void; destroy(): void } {
  let now = wanted;
  let settled = "";
  // Each try lays the whole wall out anew: the same picture is not tried a second time, whoever asks for it.
  const again = () => {
    const picture = pictureOf(node, now);
    if (picture === settled) return;
    settle(node, now);
    settled = picture;
  };
  const sizes = new ResizeObserver(again);
  sizes.observe(node);
  void document.fonts?.ready.then(again);
  again();
  return {
    update: (next) => {
      now = next;
      // After the rows themselves have been drawn.
      queueMicrotask(again);
    },
    destroy: () => sizes.disconnect(),
  };
}

/** What it depends on: the frame, the typeface, and everything that stands in it. */
function pictureOf(node: HTMLElement, { columns, count }: Fitted): string {
  const frame = [node.clientWidth, node.clientHeight, document.fonts?.status, columns, count].join();
  return [frame, ...Array.from(node.children, (child) => `${child.className} ${child.textContent}`)].join("\n");
}

function settle(node: HTMLElement, { columns, count }: Fitted): void {
  if (!node.clientHeight) return;
  let best = { among: columns[0] ?? 1, size: 0 };
  for (const among of columns) {
    arrange(node, among, count);
    // A number of columns that does not even hold slightly larger letters is not tried any further.
    if (best.size && !fits(node, best.size * 1.02)) continue;
    best = { among, size: largest(node, among, count) };
  }
  arrange(node, best.among, count);
  fits(node, best.size);
  for (const row of node.children) for (const name of row.querySelectorAll<HTMLElement>(`.${LONG}`)) enlarge(name, row);
}

/** The largest letters that the room in a long name's row allows. */
function enlarge(name: HTMLElement, row: Element): void {
  const before = name.style.getPropertyValue("--long");
  for (const share of LARGER) {
    name.style.setProperty("--long", `${share}em`);
    const { fontSize, lineHeight } = getComputedStyle(name);
    // Lines stand closer than letters reach: of the name only its width is looked at, and the height of what holds it.
    const stands = name.clientHeight < parseFloat(lineHeight) * LINES + parseFloat(fontSize) / 2;
    if (stands && name.scrollWidth <= name.clientWidth + 1 && isWhole(row)) return;
  }
  name.style.setProperty("--long", before);
}

function arrange(node: HTMLElement, columns: number, count: number): void {
  node.style.setProperty("--columns", String(columns));
  node.style.setProperty("--rows", String(Math.max(1, Math.ceil(count / columns))));
}

function largest(node: HTMLElement, columns: number, count: number): number {
  arrange(node, columns, count);
  let [low, high] = [SMALLEST_PX, node.clientHeight * LARGEST];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (fits(node, middle)) low = middle;
    else high = middle;
  }
  return low;
}

function fits(node: HTMLElement, size: number): boolean {
  node.style.setProperty("--fit", `${size}px`);
  const names = [...node.querySelectorAll<HTMLElement>(".name")];
  for (const name of names) {
    name.classList.remove(LONG);
    name.style.removeProperty("--long");
  }
  const long = names.filter((name) => name.scrollWidth > name.clientWidth + 1);
  for (const name of long) name.classList.add(LONG);
  for (const share of SHARES) {
    const cut = Array.from(node.children).filter((child) => ![child, ...child.querySelectorAll(`.${LONG}`)].every(isWhole));
    if (!cut.length) return isWhole(node);
    for (const name of long) if (cut.some((child) => child.contains(name))) name.style.setProperty("--long", `${share}em`);
  }
  return false;
}

function isWhole(frame: Element): boolean {
  return frame.scrollHeight <= frame.clientHeight + 1 && frame.scrollWidth <= frame.clientWidth + 1;
}
