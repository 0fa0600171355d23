// How the tiles of one meld stand beside each other, and which can stand there at all: what a hand
// does without thinking. It is no rule: whether it is a meld, and what it is worth, the server says.

interface Tiled {
  tile: string;
}

const COLOURS = "kbor";
const HIGHEST = 13;

const isJoker = ({ tile }: Tiled): boolean => tile === "j";
const colour = ({ tile }: Tiled): string => tile[0]!;
const number = ({ tile }: Tiled): number => Number(tile.slice(1));

/** A run stands by its numbers with jokers in its holes, a group by its colours; others as they lie. */
export function inOrder<T extends Tiled>(tiles: readonly T[]): T[] {
  if (isRun(tiles)) return asRun(tiles);
  if (!isGroup(tiles)) return [...tiles];
  const real = tiles.filter((one) => !isJoker(one));
  real.sort((a, b) => COLOURS.indexOf(colour(a)) - COLOURS.indexOf(colour(b)));
  return [...real, ...tiles.filter(isJoker)];
}

/** Whether these tiles can stand together: numbers of one colour, or colours of one number. */
export function standTogether(tiles: readonly Tiled[]): boolean {
  return isRun(tiles) || isGroup(tiles);
}

/** Where in a run a second tile of the same number parts it in two; -1 if nothing is parted. */
export function partedAt(run: readonly Tiled[], tile: Tiled): number {
  if (isJoker(tile) || !isRun(run)) return -1;
  const at = run.findIndex((one) => one.tile === tile.tile);
  return at > 0 && at < run.length - 1 ? at : -1;
}

/** Whether a tile takes the place of a joker that stands for it: `r10` in a run, `10` in a group. */
export function replaces(meld: readonly Tiled[], tile: Tiled, standsFor: string): boolean {
  if (isJoker(tile) || !standsFor) return false;
  if (COLOURS.includes(standsFor[0]!)) return tile.tile === standsFor;
  return String(number(tile)) === standsFor && !meld.some((one) => one.tile === tile.tile);
}

function isRun(tiles: readonly Tiled[]): boolean {
  const real = tiles.filter((one) => !isJoker(one));
  return all(real.map(colour)) && new Set(real.map(number)).size === real.length && tiles.length <= HIGHEST;
}

function isGroup(tiles: readonly Tiled[]): boolean {
  const real = tiles.filter((one) => !isJoker(one));
  return all(real.map(number)) && new Set(real.map(colour)).size === real.length && tiles.length <= COLOURS.length;
}

function all(found: readonly unknown[]): boolean {
  return new Set(found).size <= 1;
}

function asRun<T extends Tiled>(tiles: readonly T[]): T[] {
  const real = tiles.filter((one) => !isJoker(one)).sort((a, b) => number(a) - number(b));
  const first = real[0];
  if (!first) return [...tiles];
  const before = tiles.findIndex((one) => !isJoker(one));
  const spare = tiles.filter(isJoker);
  const front = spare.splice(0, before);
  const row: T[] = [];
  for (const one of real) {
    const last = row.at(-1);
    for (let gap = last ? number(one) - numberAt(row, row.length - 1) - 1 : 0; gap > 0; gap--) {
      const joker = spare.shift() ?? front.pop();
      if (joker) row.push(joker);
    }
    row.push(one);
  }
  // What is left stands where it stood, as far as there are numbers on that side.
  while (front.length > number(first) - 1) spare.push(front.pop()!);
  while (spare.length && number(real.at(-1)!) + spare.length > HIGHEST && front.length < number(first) - 1) {
    front.push(spare.pop()!);
  }
  return [...front, ...row, ...spare];
}

/** The number a place of the row counts as: its own, or that of the tile before it and one more. */
function numberAt(row: readonly Tiled[], at: number): number {
  const one = row[at]!;
  return isJoker(one) ? numberAt(row, at - 1) + 1 : number(one);
}
