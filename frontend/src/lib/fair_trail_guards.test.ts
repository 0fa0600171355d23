// Every check of a trail is needed: taken away alone, some lie is believed that was found out.
import { afterEach, describe, expect, test, vi } from "vitest";
import cases from "./fair_trail.fixtures.json";
import { parts, written } from "./fair_order";
import { provedTrail, type TrailEntry, type TrailTold } from "./fair_trail";
import checkSource from "./fair_trail.ts?raw";
import * as shapes from "./fair_trail_shapes";
import { hash, type Drawn, type Tables } from "./fair_trail_shapes";
import walkSource from "./fair_trail_walk.ts?raw";
import { fromHex, hex } from "./sha256";

interface Lie {
  name: string;
  code: string;
  trail: unknown;
  seen: string[];
}

// Whoever holds the server chains his lie again: nothing but its content gives it away.

const bytes = (salt: unknown) => salt as string; // a list of bytes passes for a salt, if nobody looks

function chained(told: TrailTold): TrailTold {
  let head = parts("draws-1 link", new Uint8Array(), bytes(told.tournament));
  for (const entry of told.entries) {
    const { salt, reason: _reason, ...bound } = entry;
    const leaf =
      entry.hidden === undefined
        ? parts("draws-1 entry", bytes(salt), written(bound))
        : fromHex(entry.hidden);
    head = parts("draws-1 link", head, leaf);
  }
  return { ...told, length: told.entries.length, head: hex(head) };
}

const honest = cases.filter((one) => one.ok).map((one) => one.trail as unknown as TrailTold);
const of = (told: TrailTold, what: string) => told.entries.filter((one) => one.what === what);
const draws = (told: TrailTold) => of(told, "drawn") as Drawn[];
/** A seed that somebody chose and has not told: nobody can draw again yet. */
const chosen = honest.find((told) => of(told, "created")[0]!.chosen && !of(told, "seed").length)!;
/** Pledged draws that only `stolik verify` makes again. */
const planned = honest.find((told) => of(told, "revealed").length && draws(told).some((one) => one.plan.length))!;
/** Pledged lots with dice, drawn again here. */
const lot = honest.find((told) => {
  const proof = provedTrail(told);
  return proof.fair && proof.redrawn && draws(told).every((one) => one.public.startsWith("dice:"));
})!;
/** A round drawn by slips of paper, with the seats of a table drawn by tile. */
const slips = honest.find((told) => of(told, "seated").length)!;
/** A round that came as it was planned. */
const asPlanned = (one: Drawn) => one.how === "planned" && !one.label;
const followed = honest.find((told) => draws(told).some(asPlanned))!;
const unpublished = honest.find((told) => of(told, "unpublished").length)!;

const LIES: Lie[] = cases
  .filter((one) => !one.ok && one.compared)
  .map(({ name, compared, trail, seen }) => ({ name, code: compared!, trail, seen: seen ? [seen] : [] }));

function lie(name: string, code: string, from: TrailTold, change: (told: TrailTold) => void): void {
  const told = structuredClone(from);
  change(told);
  LIES.push({ name, code: `fair.${code}`, trail: chained(told), seen: [] });
}

function retold(told: TrailTold, entry: TrailEntry, after: TrailEntry): void {
  told.entries.splice(told.entries.indexOf(after), 0, entry);
  told.entries.forEach((one, i) => (one.n = i + 1));
}

const done = (what: string, facts: object): TrailEntry => ({
  ...{ n: 0, at: 0, by: "organiser 17", what, salt: "ab", reason: "x", reasoned: true, ...facts },
});

const rehashed = (drawn: Drawn) => (drawn.input_hash = hash(written(drawn.input)));
const lastOf = (told: TrailTold, what: string) => of(told, what).at(-1)!;
const seatOf = (told: TrailTold, table: number) =>
  (lastOf(told, "published").tables as Tables)[table]![1][0]!;

function exchanged(told: TrailTold): { one: number; other: number } {
  const [one, other] = [seatOf(told, 0), seatOf(told, 1)];
  const tables = lastOf(told, "published").tables as Tables;
  [tables[0]![1][0], tables[1]![1][0]] = [other, one];
  return { one, other };
}

lie("a field nobody knows", "trail_shape", chosen, (told) => Object.assign(told, { note: "x" }));
lie("a tournament without a name", "trail_shape", chosen, (told) => {
  Object.assign(told, { tournament: [1, 2, 3] });
});
lie("other numbers", "trail_shape", chosen, (told) => (told.entries[1]!.n = 7));
lie("a salt that is none", "trail_shape", chosen, (told) => {
  Object.assign(told.entries[1]!, { salt: [1, 2, 3] });
});
lie("hidden behind something short", "trail_shape", chosen, (told) => {
  told.entries.push({ ...done("apart", {}), n: told.entries.length + 1, hidden: "abcd" });
});
lie("another tournament", "trail_chance", lot, (told) => Object.assign(told, { tournament: "another" }));
lie("a planned round by another word", "trail_chance", followed, (told) => {
  draws(told).find(asPlanned)!.how = "hand";
});
lie("yes for a number", "trail_shape", chosen, (told) => {
  Object.assign(of(told, "apart")[0] ?? of(told, "entered")[0]!, { entrant: true });
});
lie("unpublished by another word", "trail_shape", unpublished, (told) => {
  of(told, "unpublished")[0]!.what = "withdrawn";
});
lie("a draw with a number to come", "draw_number", planned, (told) => {
  const drawn = draws(told).at(-1)!;
  Object.assign(drawn, { draw: 7, label: drawn.label && "draw/7" });
});
lie("a draw by the lot of another", "draw_number", planned, (told) => {
  draws(told).find((one) => one.label)!.label = "draw/7";
});
lie("an input left out", "trail_input", chosen, (told) => Object.assign(draws(told).at(-1)!, { input: null }));
lie("another hash", "trail_input", chosen, (told) => (draws(told).at(-1)!.input_hash = "0".repeat(64)));
lie("somebody more in the draw", "trail_field", chosen, (told) => {
  const drawn = draws(told).at(-1)!;
  drawn.input!.entrants.push(99);
  rehashed(drawn);
});
lie("a wish nobody had", "trail_wish", chosen, (told) => {
  const drawn = draws(told).at(-1)!;
  drawn.input!.apart.unshift(drawn.input!.entrants.slice(0, 2));
  drawn.input!.wished += 1;
  rehashed(drawn);
});
lie("a short table nobody sat at", "trail_played", chosen, (told) => {
  const drawn = draws(told).at(-1)!;
  drawn.input!.short_before.push([seatOf(told, 0), 7]);
  rehashed(drawn);
});
lie("a seed in other letters", "trail_shape", planned, (told) => {
  const shown = of(told, "revealed")[0]!;
  shown.seed = (shown.seed as string).toUpperCase();
});
lie("another seed", "commit_wrong", planned, (told) => {
  const shown = of(told, "revealed")[0]!;
  shown.seed = "0".repeat(64);
});
lie("a swap with oneself", "trail_swap", chosen, (told) => {
  const one = seatOf(told, 0);
  retold(told, done("swapped", { one, other: one }), lastOf(told, "published"));
});
lie("a swap at a locked table", "trail_swap", chosen, (told) => {
  const [published, table] = [lastOf(told, "published"), (lastOf(told, "published").tables as Tables)[0]![0]];
  const swap = done("swapped", exchanged(told));
  retold(told, done("locked", { table, locked: true }), published);
  retold(told, swap, published);
});
lie("a lock on no table", "trail_swap", chosen, (told) => {
  retold(told, done("locked", { table: 99, locked: true }), lastOf(told, "published"));
});
lie("somebody late who sits already", "trail_swap", chosen, (told) => {
  const { round, tables } = lastOf(told, "published");
  const [entrant, table] = [seatOf(told, 0), (tables as Tables)[1]![0]];
  told.entries.push({ ...done("placed", { round, entrant, table }), n: told.entries.length + 1 });
});
lie("somebody late at a locked table", "trail_swap", chosen, (told) => {
  const published = lastOf(told, "published");
  const [table, seats] = (published.tables as Tables)[0]!;
  retold(told, done("locked", { table, locked: true }), published);
  retold(told, done("placed", { round: published.round, entrant: 99, table }), published);
  seats.push(99);
});
for (const [name, fields] of Object.entries({ "a word nobody has": ["name", "shoe"], "a club alone": ["club"] })) {
  lie(`an amendment of ${name}`, "trail_shape", chosen, (told) => {
    const entrant = seatOf(told, 0);
    told.entries.push({ ...done("amended", { entrant, fields }), n: told.entries.length + 1 });
  });
}
lie("another round", "trail_published", chosen, (told) => (lastOf(told, "published").round = 9));
lie("other dice", "trail_tables", lot, (told) => {
  for (const drawn of draws(told)) drawn.public = "dice:6 6 6";
});
lie("dice thrown for a draw out of a file", "trail_chance", lot, (told) => {
  for (const drawn of draws(told)) drawn.file = true;
});
lie("drawn after the seed was shown", "trail_chance", planned, (told) => {
  const [shown] = told.entries.splice(told.entries.indexOf(of(told, "revealed")[0]!), 1);
  retold(told, shown!, draws(told).find((one) => one.public)!);
});
lie("unpublished before it was published", "trail_shape", chosen, (told) => {
  retold(told, done("unpublished", { round: 9 }), lastOf(told, "published"));
});
lie("a slip taken back that nobody entered", "trail_shape", slips, (told) => {
  const [first] = of(told, "slip");
  retold(told, { ...first!, what: "slip_back" }, first!);
});
lie("seats by tile at no table", "trail_shape", slips, (told) => (of(told, "seated")[0]!.table = 99));
lie("seats otherwise than the tiles say", "trail_seated", slips, (told) => {
  const [seated] = of(told, "seated");
  told.entries.length = seated!.n;
  (seated!.seats as number[]).reverse();
});
lie("other tables", "trail_published", chosen, (told) => void exchanged(told));

// Where a check was made, by the line it stands on.

const SOURCES: Record<string, string[]> = {
  "fair_trail.ts": checkSource.split("\n"),
  "fair_trail_walk.ts": walkSource.split("\n"),
};
const CHECK = /^\s*need\(/;
const CHECKS = Object.entries(SOURCES).flatMap(([file, lines]) =>
  lines.flatMap((line, i) => (CHECK.test(line) ? [{ at: `${file}:${i + 1}`, line: line.trim() }] : [])),
);

function checkedAt(): string {
  return /(fair_trail(?:_walk)?\.ts:\d+):\d+/.exec(new Error().stack ?? "")?.[1] ?? "";
}

const real: (ok: boolean, code: string, entry: number) => void = shapes.need;
/** Checks that say what the next line would stumble over, with the same code. */
const STUMBLES = [
  'need(pledge !== undefined, "trail_shape", entry.n);',
  'need(round !== undefined && place !== undefined, "trail_shape", entry.n);',
  'need(taken !== undefined, "trail_shape", entry.n);',
];

afterEach(() => vi.restoreAllMocks());

/** Where each lie is found out. */
function foundOut(): Map<string, Lie[]> {
  const found = new Map<string, Lie[]>(CHECKS.map(({ at }) => [at, []]));
  for (const one of LIES) {
    vi.spyOn(shapes, "need").mockImplementation((ok, code, entry) => {
      if (!ok) found.get(checkedAt())?.push(one);
      real(ok, code, entry);
    });
    provedTrail(one.trail, one.seen);
  }
  return found;
}

function believes(one: Lie, without: string): boolean {
  vi.spyOn(shapes, "need").mockImplementation((ok, code, entry) => {
    if (!ok && checkedAt() !== without) real(ok, code, entry);
  });
  return provedTrail(one.trail, one.seen).fair;
}

test.each(LIES.map((one) => [one.name, one] as const))("%s is found out", (_, one) => {
  expect(provedTrail(one.trail, one.seen)).toMatchObject({ fair: false, code: one.code });
});

describe("the mutant without one check believes a lie", () => {
  const found = foundOut();
  vi.restoreAllMocks();
  test.each(CHECKS.filter(({ line }) => !STUMBLES.includes(line)).map(({ at, line }) => [`${at} ${line}`, at]))(
    "%s",
    (_, at) => {
      expect(found.get(at)!.some((one) => believes(one, at))).toBe(true);
    },
  );
});

test.each(STUMBLES)("without %s the next line stumbles", (line) => {
  const { at } = CHECKS.find((one) => one.line === line)!;
  const lies = foundOut().get(at)!;
  expect(lies.length).toBeGreaterThan(0);
  expect(lies.some((one) => believes(one, at))).toBe(false);
});

describe("seats drawn by tile a second time", () => {
  const remarked = (facts: object): string[] => {
    const told = structuredClone(slips);
    const first = of(told, "seated")[0]!;
    told.entries.length = first.n;
    told.entries.push({ ...first, n: first.n + 1, ...facts });
    const proof = provedTrail(chained(told));
    return proof.fair ? proof.remarks.filter((one) => one.entry > first.n).map((one) => one.code) : [proof.code];
  };

  test("are named as changed by hand", () => {
    expect(remarked({ reasoned: true, reason: "kostki się rozsypały" })).toEqual(["draws.seated_again"]);
    expect(shapes.BY_HAND).toContain("draws.seated_again");
  });

  test("also after the round was taken back and announced again", () => {
    const told = structuredClone(slips);
    const first = of(told, "seated")[0]!;
    told.entries.length = first.n;
    const announced = of(told, "published").at(-1)!;
    const tables = (announced.tables as [number, number[]][]).map(([table, seats]) => [
      table,
      table === first.table ? first.seats : seats,
    ]);
    const back = { ...announced, what: "unpublished", n: first.n + 1, reasoned: true, reason: "pomyłka", tables: undefined };
    told.entries.push(back, { ...announced, n: first.n + 2, tables }, { ...first, n: first.n + 3 });
    const proof = provedTrail(chained(told));
    const codes = proof.fair ? proof.remarks.map((one) => one.code) : [proof.code];
    expect(codes.slice(-3)).toEqual(["draws.unpublished", "draws.seated_again", "draws.no_reason"]);
  });

  test("without a reason it is said that there is none", () => {
    expect(remarked({})).toEqual(["draws.seated_again", "draws.no_reason"]);
  });
});
