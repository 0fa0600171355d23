// The trail of a tournament's draws, checked in the browser: are the tables played the ones drawn?
// The same walk as `stolik verify` makes, with the same codes. A lot is drawn again here; a plan
// needs the planner, which only `stolik verify` has.
import { parts, written } from "./fair_order";
import { Doubt, isPlain, need, type TrailEntry, type TrailProof, type TrailTold } from "./fair_trail_shapes";
import { Walk } from "./fair_trail_walk";
import { fromHex, hex } from "./sha256";

export type { Remark, Tables, Trail, TrailEntry, TrailProof, TrailTold } from "./fair_trail_shapes";

/** Check a trail; `seen` are heads this device saw earlier: they must lie on the same chain. */
export function provedTrail(told: unknown, seen: readonly string[] = []): TrailProof {
  try {
    const heads = chained(told);
    const walk = new Walk(heads, (told as TrailTold).tournament);
    for (const entry of (told as TrailTold).entries) walk.follow(entry);
    walk.end();
    need(
      seen.every((one) => heads.includes(one) || walk.pledges.has(one)),
      "trail_not_seen",
      0,
    );
    return walk.found();
  } catch (error) {
    if (error instanceof Doubt) return { fair: false, code: error.code, entry: error.entry };
    throw error;
  }
}

function chained(told: unknown): string[] {
  const one = told as TrailTold;
  const fields = typeof told === "object" && told !== null ? Object.keys(told).sort().join(" ") : "";
  need(fields === "entries head length tournament v" && one.v === "draws-1", "trail_shape", 0);
  need(Array.isArray(one.entries) && typeof one.tournament === "string", "trail_shape", 0);
  let head = parts("draws-1 link", new Uint8Array(), one.tournament);
  const heads = one.entries.map((entry, i) => {
    const words = typeof entry?.what === "string" && typeof entry.by === "string";
    need(words && entry.n === i + 1 && typeof entry.at === "number", "trail_shape", i + 1);
    need(isPlain(entry), "trail_shape", i + 1);
    head = parts("draws-1 link", head, leaf(entry));
    return hex(head);
  });
  need(one.length === heads.length && one.head === (heads.at(-1) ?? hex(head)), "trail_closed", 0);
  return heads;
}

function leaf(entry: TrailEntry): Uint8Array {
  if (entry.hidden !== undefined) {
    need(/^[0-9a-f]{64}$/.test(entry.hidden), "trail_shape", entry.n);
    return fromHex(entry.hidden);
  }
  need(typeof entry.salt === "string", "trail_shape", entry.n);
  const { salt, reason: _reason, ...bound } = entry;
  return parts("draws-1 entry", salt, written(bound));
}
