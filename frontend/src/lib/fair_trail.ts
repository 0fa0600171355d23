// The trail of a tournament's draws, checked in the browser: are the tables played the ones drawn?
// The same walk as `stolik verify` makes, with the same codes. A lot is drawn again here; a plan
// needs the planner, which only `stolik verify` has.
import { same } from "./fair_log";
import { hmac, parts, written } from "./fair_order";
import { lotDrawn, type DrawInput } from "./fair_lot";
import { fromHex, hex, sha256 } from "./sha256";

export type Tables = [number, number[]][];

export interface TrailEntry {
  n: number;
  at: number;
  by: string;
  what: string;
  salt?: string;
  hidden?: string;
  reason?: string;
  reasoned?: boolean;
  [fact: string]: unknown;
}

export interface TrailTold {
  v: string;
  tournament: string;
  entries: TrailEntry[];
  length: number;
  head: string;
}

/** Something everybody should know although it breaks no proof. */
export interface Remark {
  code: string;
  entry: number;
  facts: Record<string, string | number>;
}

export interface Trail {
  fair: true;
  draws: number;
  pledges: number;
  /** Draws made again here that came out the same, and those only `stolik verify` can make again. */
  redrawn: number;
  planned: number;
  changes: number;
  heads: string[];
  published: Map<number, Tables>;
  remarks: Remark[];
}

export type TrailProof = Trail | { fair: false; code: string; entry: number };

export const BY_HAND = [
  "draws.swapped",
  "draws.redrawn",
  "draws.by_hand",
  "draws.unpublished",
  "draws.locked",
  "draws.unlocked",
  "draws.substituted",
  "draws.late",
  "draws.wish",
];

class Doubt extends Error {
  constructor(
    readonly code: string,
    readonly entry: number,
  ) {
    super(code);
  }
}

function need(true_: boolean, code: string, entry: number): asserts true_ {
  if (!true_) throw new Doubt(`fair.${code}`, entry);
}

/** Check a trail; `seen` are heads this device saw earlier: they must lie on the same chain. */
export function provedTrail(told: unknown, seen: readonly string[] = []): TrailProof {
  try {
    const heads = chained(told);
    const walk = new Walk(heads);
    for (const entry of (told as TrailTold).entries) walk.follow(entry);
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
    need(entry?.n === i + 1 && typeof entry.what === "string", "trail_shape", i + 1);
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

interface Drawn extends TrailEntry {
  draw: number;
  round: number;
  stage: number;
  how: string;
  label: string;
  public: string;
  input: DrawInput | null;
  input_hash: string;
  tables: Tables;
  plan: number[][][];
}

/** What entries of one kind or another tell. */
interface Facts {
  seed: string;
  entrant: number;
  entrants: number[];
  status: string;
  resigned: number;
  commit: string;
  ctx: string;
  one: number;
  other: number;
  table: number;
  round: number;
  tables: Tables;
}

interface Pledge {
  ctx: string;
  entrants: number[];
  public: string;
  draws: Drawn[];
  shown: boolean;
}

const STEPS = [
  "created seed entered status substituted apart fixed cut passed",
  "pledged revealed drawn swapped locked published unpublished",
]
  .join(" ")
  .split(" ");

const alike = (a: unknown, b: unknown) => written(a) === written(b);
const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const hash = (text: string) => hex(sha256(new TextEncoder().encode(text)));

/** The draft and everything around it, entry by entry; lives within one check. */
class Walk {
  readonly pledges = new Map<string, Pledge>();
  private readonly remarks: Remark[] = [];
  private readonly fixed = new Map<number, number>();
  private readonly apart: number[][] = [];
  private readonly rounds = new Map<number, { stage: number; tables: Tables }>();
  private pledge = "";
  private pledged = 0;
  private chosen = false;
  private bySeed: Drawn[] = [];
  private draft: Map<number, number[]> | null = null;
  private readonly locked = new Set<number>();
  private round = 0;
  private stage = 0;
  private plan: number[][][] = [];
  private touched = false;
  private draws = 0;
  private redrawn = 0;
  private planned = 0;

  constructor(private readonly heads: string[]) {}

  found(): Trail {
    const changes = this.remarks.filter((one) => BY_HAND.includes(one.code)).length;
    const published = new Map([...this.rounds].map(([round, { tables }]) => [round, tables]));
    const { draws, redrawn, planned, heads, remarks } = this;
    return { fair: true, draws, pledges: this.pledged, redrawn, planned, changes, heads, published, remarks };
  }

  follow(entry: TrailEntry): void {
    if (entry.hidden !== undefined) {
      if (entry.what === "drawn") this.draws += 1;
      return;
    }
    need(STEPS.includes(entry.what), "trail_shape", entry.n);
    try {
      this.step(entry);
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError) throw new Doubt("fair.trail_shape", entry.n);
      throw error;
    }
  }

  private step(entry: TrailEntry): void {
    const one = entry as unknown as Facts;
    switch (entry.what) {
      case "created":
        this.chosen = Boolean(entry.chosen);
        if (this.chosen) this.remark("draws.seed_chosen", entry);
        break;
      case "seed":
        for (const drawn of this.bySeed) this.again(drawn, keyOf(one.seed));
        this.bySeed = [];
        break;
      case "entered":
        if (entry.table !== null) this.fixed.set(one.entrant, one.table);
        if (this.touched || this.rounds.size) this.remark("draws.late", entry, { entrant: one.entrant });
        break;
      case "status":
        if (this.touched) this.remark("draws.field", entry, { entrant: one.entrant, status: one.status });
        break;
      case "substituted":
        this.byHand("draws.substituted", entry, { entrant: one.entrant });
        break;
      case "apart":
        this.apart.push(ascending(one.entrants));
        if (this.touched) this.remark("draws.wish", entry, { entrants: one.entrants.join(", ") });
        break;
      case "fixed":
        this.fixed.delete(one.entrant);
        if (entry.table !== null) this.fixed.set(one.entrant, one.table);
        if (this.touched) this.remark("draws.wish", entry, { entrants: String(one.entrant) });
        break;
      case "cut":
        this.plan = [];
        break;
      case "passed":
        this.remark("draws.field", entry, { entrant: one.resigned, status: "resigned" });
        break;
      case "pledged":
        this.bind(entry, one.commit, one.ctx, one.entrants);
        break;
      case "revealed":
        this.reveal(entry, one.commit, one.seed);
        break;
      case "drawn":
        this.drawn(entry as Drawn);
        break;
      case "swapped":
        this.swap(entry, one.one, one.other);
        break;
      case "locked":
        this.lock(entry, one.table, Boolean(entry.locked));
        break;
      case "published":
        this.publish(entry, one.round, one.tables);
        break;
      default:
        this.unpublish(entry, one.round);
    }
  }

  private bind(entry: TrailEntry, commit: string, ctx: string, entrants: number[]): void {
    const before = this.pledges.get(this.pledge);
    if (before && !before.draws.length) this.remark("draws.pledge_left", entry, { commit: this.pledge.slice(0, 12) });
    this.pledge = commit;
    this.pledges.set(commit, { ctx, entrants, public: "", draws: [], shown: false });
    this.pledged += 1;
    this.touched = true;
  }

  private reveal(entry: TrailEntry, commit: string, seed: string): void {
    const pledge = this.pledges.get(commit);
    need(pledge !== undefined && /^[0-9a-f]+$/.test(seed), "trail_shape", entry.n);
    const bag = ascending(pledge.entrants).map(String);
    const fits = hex(parts("fair-1 commit", fromHex(seed), pledge.ctx, ...bag)) === commit;
    need(seed.length === 64 && fits, "commit_wrong", entry.n);
    pledge.shown = true;
    for (const drawn of pledge.draws) {
      this.again(drawn, hmac(fromHex(seed), parts("fair-1 key", drawn.public, pledge.ctx)));
    }
  }

  private drawn(entry: Drawn): void {
    this.draws += 1;
    need(entry.draw === this.draws, "draw_number", entry.n);
    const which = { draw: entry.draw, round: entry.round };
    if (this.draft) this.byHand("draws.redrawn", entry, which);
    this.checkInput(entry);
    this.checkChance(entry, which);
    this.draft = new Map(entry.tables.map(([table, seats]) => [table, [...seats]]));
    this.locked.clear();
    [this.round, this.stage, this.plan, this.touched] = [entry.round, entry.stage, entry.plan, true];
  }

  private checkInput(entry: Drawn): void {
    const told = entry.input;
    need(told !== null || !entry.label, "trail_input", entry.n);
    if (told === null) return;
    need([hash(written(told)), formerHash(told)].includes(entry.input_hash), "trail_input", entry.n);
    const seated = ascending(entry.tables.flatMap(([, seats]) => seats));
    need(same(seated, ascending(told.entrants)), "trail_field", entry.n);
    need(this.wishesAre(told), "trail_wish", entry.n);
    need(this.playedIs(told, entry.stage), "trail_played", entry.n);
  }

  private wishesAre(told: DrawInput): boolean {
    const here = [...this.fixed].filter(([n]) => told.entrants.includes(n)).sort(([a], [b]) => a - b);
    const kept = ascending([...this.locked]).map((table) => [table, this.draft?.get(table)]);
    const locked = [...told.locked].sort(([a], [b]) => a - b);
    const [fixed, apart] = [[...told.fixed].sort(([a], [b]) => a - b), told.apart.slice(0, told.wished)];
    return alike([fixed, locked, apart], [here, this.draft ? kept : [], this.apart]);
  }

  private playedIs(told: DrawInput, stage: number): boolean {
    const rounds = [...this.rounds.values()].map((one) => ({ ...one, seats: one.tables.map(([, seats]) => seats) }));
    if (told.kind === "lot") {
      const visits = new Map<number, number>();
      const short = rounds.flatMap(({ seats }) => seats).filter((seats) => seats.length < told.tables.full);
      for (const n of short.flat()) visits.set(n, (visits.get(n) ?? 0) + 1);
      return alike(told.short_before, ascending([...visits.keys()]).map((n) => [n, visits.get(n)]));
    }
    const played = rounds.filter((one) => one.stage === stage).map(({ seats }) => seats);
    const kept = this.draft === null && this.stage === stage ? this.plan : [];
    return alike([told.played, told.draft], [played, kept]);
  }

  private checkChance(entry: Drawn, which: { draw: number; round: number }): void {
    if (entry.how === "by_hand") this.byHand("draws.by_hand", entry, which);
    else if (!entry.label) this.checkPlan(entry);
    else if (entry.label !== `draw/${entry.draw}`) throw new Doubt("fair.draw_number", entry.n);
    else if (!entry.public) {
      need(this.chosen, "trail_chance", entry.n);
      this.bySeed.push(entry);
    } else this.checkPledge(entry);
  }

  private checkPlan(entry: Drawn): void {
    if (entry.how !== "planned") {
      this.remark("draws.by_standings", entry, { round: entry.round });
      return;
    }
    const due = this.plan[0] ? numbered(this.plan[0], this.fixed) : [];
    need(alike([entry.tables, entry.plan], [due, this.plan.slice(1)]), "trail_plan", entry.n);
  }

  private checkPledge(entry: Drawn): void {
    const pledge = this.pledges.get(this.pledge);
    need(pledge !== undefined, "trail_shape", entry.n);
    const field = same(ascending(entry.input!.entrants), ascending(pledge.entrants));
    need(!pledge.shown && field && ["", entry.public].includes(pledge.public), "trail_chance", entry.n);
    if (!pledge.public && !entry.public.startsWith("dice:")) {
      this.remark("draws.house_alone", entry, { draw: entry.draw });
    }
    pledge.public = entry.public;
    pledge.draws.push(entry);
  }

  private swap(entry: TrailEntry, one: number, other: number): void {
    const home = (n: number) => [...(this.draft ?? [])].find(([, seats]) => seats.includes(n))?.[0];
    const [a, b] = [home(one), home(other)];
    need(one !== other && a !== undefined && b !== undefined, "trail_swap", entry.n);
    need(!this.locked.has(a) && !this.locked.has(b), "trail_swap", entry.n);
    for (const seats of this.draft!.values()) {
      seats.forEach((n, i) => (seats[i] = n === one ? other : n === other ? one : n));
    }
    this.byHand("draws.swapped", entry, { one, other, round: this.round });
  }

  private lock(entry: TrailEntry, table: number, locked: boolean): void {
    need(this.draft?.has(table) ?? false, "trail_swap", entry.n);
    if (locked) this.locked.add(table);
    else this.locked.delete(table);
    this.byHand(locked ? "draws.locked" : "draws.unlocked", entry, { table, round: this.round });
  }

  private publish(entry: TrailEntry, round: number, tables: Tables): void {
    need(this.draft !== null && round === this.round, "trail_published", entry.n);
    need(alike(tables, [...this.draft].sort(([a], [b]) => a - b)), "trail_published", entry.n);
    this.rounds.set(round, { stage: this.stage, tables });
    this.draft = null;
    this.touched = false;
  }

  private unpublish(entry: TrailEntry, round: number): void {
    const taken = this.rounds.get(round);
    need(taken !== undefined, "trail_shape", entry.n);
    this.rounds.delete(round);
    this.draft = new Map(taken.tables.map(([table, seats]) => [table, [...seats]]));
    [this.stage, this.round, this.touched] = [taken.stage, round, true];
    this.byHand("draws.unpublished", entry, { round });
  }

  /** A lot is drawn again here; what needs the planner is left to `stolik verify`. */
  private again(entry: Drawn, key: Uint8Array): void {
    const tables = lotDrawn(entry.input!, key, entry.label);
    if (tables === null) {
      this.planned += 1;
      return;
    }
    const right = alike([numbered(tables, this.fixed), []], [entry.tables, entry.plan]);
    need(right, "trail_tables", entry.n);
    this.redrawn += 1;
  }

  private byHand(code: string, entry: TrailEntry, facts: Remark["facts"]): void {
    this.remark(code, entry, { reason: entry.reason ?? "", ...facts });
    if (!entry.reasoned) this.remark("draws.no_reason", entry);
  }

  private remark(code: string, entry: TrailEntry, facts: Remark["facts"] = {}): void {
    this.remarks.push({ code, entry: entry.n, facts: { by: entry.by, at: entry.at, ...facts } });
  }
}

/** Tables count from 1; one with an entrant who cannot move gets that entrant's number. */
function numbered(tables: number[][], fixed: Map<number, number>): Tables {
  const wanted = new Map<number, number>();
  tables.forEach((seats, i) => {
    for (const n of seats) {
      const table = fixed.get(n);
      const free = table !== undefined && table <= tables.length && ![...wanted.values()].includes(table);
      if (free && !wanted.has(i)) wanted.set(i, table);
    }
  });
  const taken = new Set(wanted.values());
  const free = tables.map((_, i) => i + 1).filter((n) => !taken.has(n));
  const made = tables.map((seats, i): [number, number[]] => [wanted.get(i) ?? free.shift()!, seats]);
  return made.sort(([a], [b]) => a - b);
}

/** A seed somebody chose, as the server makes a key of it. */
function keyOf(seed: string): Uint8Array {
  return /^fair-1:[0-9a-f]{64}$/.test(seed) ? fromHex(seed.slice(7)) : parts("stolik tournament", seed);
}

/** As logs have it that were written before the whole input was told. */
function formerHash(told: DrawInput): string {
  const groups = [...told.apart].sort((a, b) => {
    const at = a.findIndex((n, i) => n !== b[i]);
    return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
  });
  const facts = [told.entrants, told.rounds, told.games, told.tables.preferred, told.played, told.draft];
  return hash(written([...facts, groups, told.fixed, told.locked]).replaceAll(",", ", "));
}
