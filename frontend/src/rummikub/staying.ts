// What lies keeps its place: a change of the felt moves what it must, and the rest only where there is no room.
import { fits, flow, rowsIn, spaceOf, standing, startOf, widths, type Box, type Flow, type Rowed } from "./flow";

type Trays = readonly (readonly number[])[];
/** Where a tray would like to stand; null: it is new. */
type Wish = (Pick<Rowed, "row" | "x"> & { grown: boolean }) | null;

interface Felt {
  width: number;
  /** Between two trays, and before the first of a row. */
  gap: number;
  /** What comes keeps so much further off while there is room: the meld before it may grow and moves nothing. */
  loose: number;
  start: number;
  rows: number;
}

const KEEPS = 0.82;

/** The felt after a change; it is laid anew only where what is new finds no room. */
export function flowOn(trays: Trays, box: Box, before: Flow | null): Flow {
  const anew = flow(trays, box);
  const like = before && before.box.width === box.width && spaceOf(before.box) === spaceOf(box);
  if (!like || before.size < anew.size * KEEPS) return anew;
  const { size } = before;
  const space = spaceOf(box);
  const felt = { width: box.width, gap: space.x, loose: size, start: startOf(size, box.width, space), rows: rowsIn(box, size) };
  const wishes = [...trays.map((ids) => wish(ids, before)), null];
  const wide = widths(trays, size, space);
  const rows = rowed(wishes, wide, felt, true) ?? rowed(wishes, wide, felt, false) ?? rowed(wishes, wide, { ...felt, loose: 0 }, false);
  if (rows) return standing(trays, rows, size, box);
  return fits(trays, size, box) ? flow(trays, box, size) : anew;
}

/** How many felts are remembered: a turn that is taken back is shorter. */
const REMEMBERED = 60;

/** A felt that comes back, as after an undo or a turn that does not count, lies where it lay; `key` says what lies. */
export class Memory {
  private readonly felts = new Map<string, Flow>();

  flowOn(key: string, trays: Trays, box: Box, before: Flow | null): Flow {
    const known = this.felts.get(key);
    const like = known && known.box.width === box.width && known.box.height === box.height;
    const felt = like ? { ...known, ids: trays } : flowOn(trays, box, before);
    this.felts.delete(key);
    this.felts.set(key, felt);
    if (this.felts.size > REMEMBERED) this.felts.delete(this.felts.keys().next().value!);
    return felt;
  }
}

/** A tray stays where most of its tiles lay: they do not move if others come before them. */
function wish(ids: readonly number[], before: Flow): Wish {
  const shared = (old: readonly number[]) => old.filter((id) => ids.includes(id)).length;
  const most = Math.max(0, ...before.ids.map(shared));
  if (!most) return null;
  const at = before.ids.findIndex((old) => shared(old) === most);
  const old = before.ids[at]!;
  const known = ids.findIndex((id) => old.includes(id));
  const { row, x } = before.trays[at]!;
  return { row, x: Math.max(0, x + (old.indexOf(ids[known]!) - known) * before.size), grown: ids.length > old.length };
}

/** All trays in their order, each near its wish; null if there are more rows than room. `leaves`: the last, grown out of its row, begins the next. */
function rowed(wishes: readonly Wish[], wide: readonly number[], felt: Felt, leaves: boolean): Rowed[] | null {
  const rows: Rowed[][] = [[]];
  for (const [i, wished] of wishes.entries()) {
    const width = wide[i]!;
    while (wished && rows.length <= wished.row) rows.push([]);
    const awaited = wishes.slice(i + 1).some((later) => later && later.row < rows.length);
    const stands = wished?.row === rows.length - 1 ? wished : null;
    const goes = leaves && Boolean(wished?.grown) && !wishes.slice(i + 1).some(Boolean);
    if (stood(rows, width, stands, felt, !goes && (Boolean(wished) || awaited || rows.length >= felt.rows))) continue;
    rows.push([]);
    stood(rows, width, null, felt, true);
  }
  return rows.length <= felt.rows && wide.every((one) => one <= felt.width) ? rows.flat() : null;
}

/** Whether a tray finds room at the end of the last row; `pushes`: those before it may give way. */
function stood(rows: Rowed[][], width: number, wished: Wish, { width: whole, gap, loose, start }: Felt, pushes: boolean): boolean {
  const row = rows.at(-1)!;
  const last = row.at(-1);
  const after = last ? last.x + last.width + gap : 0;
  const x = Math.max(after, wished?.x ?? Math.min(last ? after + loose : start, Math.max(0, whole - width)));
  const used = row.reduce((sum, one) => sum + one.width + gap, width);
  if (x + width > whole && (!pushes || used > whole)) return false;
  row.push({ row: rows.length - 1, x, width });
  let edge = whole;
  for (const one of [...row].reverse()) {
    one.x = Math.min(one.x, edge - one.width);
    edge = one.x - gap;
  }
  return true;
}
