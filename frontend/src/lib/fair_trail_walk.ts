// The walk along a trail, entry by entry: every step must follow from those before it.
import { same } from "./fair_log";
import { hmac, parts, written } from "./fair_order";
import { lotDrawn } from "./fair_lot";
import { formerHash, keyOf, numbered, playedIs, wishesAre, type Standing } from "./fair_trail_input";
import {
  alike,
  ascending,
  BY_HAND,
  BY_STANDINGS,
  Doubt,
  DRAFTED,
  DRAWN_BY_CHANCE,
  hash,
  isBrought,
  need,
  type Drawn,
  type Facts,
  type Pledge,
  type Remark,
  type Tables,
  type Trail,
  type TrailEntry,
} from "./fair_trail_shapes";
import { fromHex, hex } from "./sha256";

const STEPS = [
  "created seed entered status substituted amended apart fixed cut passed",
  "pledged carried_out revealed slip slip_back drawn swapped placed locked published seated unpublished deals cut_back passed_back",
  "rounds_set ended_early reopened",
]
  .join(" ")
  .split(" ");

/** What may be changed of somebody, in this order. */
const WORDS = ["name", "club", "team", "class"];

/** Tiles compared one after another, the highest first. */
function higher(a: number[], b: number[]): number {
  const at = a.findIndex((tile, i) => tile !== b[i]);
  return at < 0 ? b.length - a.length : (b[at] ?? -1) - a[at]!;
}

/** The draft and everything around it, entry by entry; lives within one check. */
export class Walk implements Standing {
  readonly pledges = new Map<string, Pledge>();
  private readonly remarks: Remark[] = [];
  /** Tables whose seats were drawn by tiles: round and table. */
  private readonly seated = new Set<string>();
  readonly fixed = new Map<number, number>();
  readonly apart: number[][] = [];
  readonly rounds = new Map<number, { stage: number; tables: Tables }>();
  private pledge = "";
  private pledged = 0;
  private chosen = false;
  private bySeed: Drawn[] = [];
  draft: Map<number, number[]> | null = null;
  readonly locked = new Set<number>();
  private round = 0;
  stage = 0;
  plan: number[][][] = [];
  /** Slips of the round that is due: table, seat, who. */
  private slips: [number, number, number][] = [];
  private slipsOf = 0;
  private hidden = false;
  private touched = false;
  private draws = 0;
  private redrawn = 0;
  private planned = 0;
  private unchecked = 0;

  /** What binds the deals of online tables, by context; and which tables those are, by round. */
  private readonly bound = new Map<string, string>();
  private readonly online = new Map<number, Set<number>>();

  constructor(
    private readonly heads: string[],
    private readonly tournament: string,
  ) {}

  found(): Trail {
    const changes = this.remarks.filter((one) => BY_HAND.includes(one.code)).length;
    const published = new Map([...this.rounds].map(([round, { tables }]) => [round, tables]));
    const { draws, pledged: pledges, redrawn, planned, unchecked, heads, remarks, bound: deals } = this;
    return { fair: true, draws, pledges, redrawn, planned, unchecked, changes, heads, published, deals, remarks };
  }

  follow(entry: TrailEntry): void {
    if (entry.hidden !== undefined) {
      need(DRAFTED.includes(entry.what), "trail_shape", entry.n);
      this.hidden = true;
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

  /** Nothing stands published whose seed is not shown; what nobody drew again is counted. */
  end(): void {
    for (const { published, shown, draws } of this.pledges.values()) {
      need(!published || shown, "trail_unshown", published);
      if (!shown) this.unchecked += draws.length;
    }
    this.unchecked += this.bySeed.length;
  }

  private step(entry: TrailEntry): void {
    const one = entry as unknown as Facts;
    switch (entry.what) {
      case "created":
        need(entry.n === 1, "trail_shape", entry.n);
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
      case "amended":
        need(alike(one.fields, WORDS.filter((word) => one.fields.includes(word))), "trail_shape", entry.n);
        need(one.fields.some((word) => word !== "club"), "trail_shape", entry.n);
        this.byHand("draws.amended", entry, { entrant: one.entrant, fields: one.fields.join(", ") });
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
      case "cut_back":
        // Who advances is announced anew; what was drawn for them is dropped, for all to see.
        [this.draft, this.plan, this.touched] = [null, [], true];
        this.byHand("draws.cut_back", entry, {});
        break;
      case "passed_back":
        // A place given up is held again; what was drawn meanwhile is dropped, for all to see.
        [this.draft, this.plan, this.touched] = [null, [], true];
        this.byHand("draws.passed_back", entry, { entrant: one.entrant });
        break;
      case "rounds_set":
        this.setRounds(entry, one);
        break;
      case "ended_early":
      case "reopened":
        this.byHand(`draws.${entry.what}`, entry, {});
        break;
      case "passed":
        this.remark("draws.field", entry, { entrant: one.resigned, status: "resigned" });
        break;
      case "pledged":
        this.bind(entry, one.commit, one.ctx, one.entrants);
        break;
      case "carried_out":
        this.carryOut(entry, one.commit);
        break;
      case "revealed":
        this.reveal(entry, one.commit, one.seed);
        break;
      case "slip":
        if (one.round !== this.slipsOf) [this.slips, this.slipsOf] = [[], one.round];
        this.slips.push([one.table, one.seat, one.entrant]);
        break;
      case "slip_back":
        this.takeBack(entry, [one.table, one.seat, one.entrant]);
        break;
      case "drawn":
        this.drawn(entry as Drawn);
        break;
      case "swapped":
        this.swap(entry, one.one, one.other);
        break;
      case "placed":
        this.place(entry, one.round, one.entrant, one.table);
        break;
      case "locked":
        this.lock(entry, one.table, Boolean(entry.locked));
        break;
      case "published":
        this.publish(entry, one.round, one.tables);
        break;
      case "seated":
        this.seat(entry, one);
        break;
      case "deals":
        this.deals(entry, one);
        break;
      default:
        this.unpublish(entry, one.round);
    }
  }

  private bind(entry: TrailEntry, commit: string, ctx: string, entrants: number[]): void {
    need(!isBrought(entry) && !this.chosen, "trail_chance", entry.n);
    const here = ctx.startsWith(`${this.tournament}/draw-`);
    need(here && !this.pledges.has(commit), "trail_chance", entry.n);
    const before = this.pledges.get(this.pledge);
    if (before && !before.draws.length) this.remark("draws.pledge_left", entry, { commit: this.pledge.slice(0, 12) });
    this.pledge = commit;
    this.pledges.set(commit, { ctx, entrants, public: "", draws: [], known: false, shown: false, published: 0 });
    this.pledged += 1;
    this.touched = true;
  }

  /** Somebody has the seed now: what is drawn with it from here on could be foretold. */
  private carryOut(entry: TrailEntry, commit: string): void {
    need(!isBrought(entry), "trail_chance", entry.n);
    this.pledges.get(commit)!.known = true;
    this.remark("draws.carried_out", entry, { commit: commit.slice(0, 12) });
  }

  private reveal(entry: TrailEntry, commit: string, seed: string): void {
    const pledge = this.pledges.get(commit);
    need(pledge !== undefined && /^[0-9a-f]+$/.test(seed), "trail_shape", entry.n);
    const bag = ascending(pledge.entrants).map(String);
    const fits = hex(parts("fair-1 commit", fromHex(seed), pledge.ctx, ...bag)) === commit;
    need(seed.length === 64 && fits, "commit_wrong", entry.n);
    pledge.known = pledge.shown = true;
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
    this.nameReplaced(entry);
    this.draft = new Map(entry.tables.map(([table, seats]) => [table, [...seats]]));
    this.locked.clear();
    [this.round, this.stage, this.plan, this.touched] = [entry.round, entry.stage, entry.plan, true];
  }

  /** What was planned beyond the last round is forgotten. */
  private setRounds(entry: TrailEntry, { stage, rounds }: Facts): void {
    const drawn = [...this.rounds.values()].filter((one) => one.stage === stage).length;
    this.plan = this.plan.slice(0, Math.max(rounds - drawn - (this.draft ? 1 : 0), 0));
    this.byHand("draws.rounds_set", entry, { rounds });
  }

  /** A plan stood and another was drawn: for whom it was, and for whom this one is. */
  private nameReplaced(entry: Drawn): void {
    if (!entry.input?.draft.length) return;
    const before = ascending((this.plan[0] ?? []).flat());
    const now = ascending(entry.input.entrants);
    const gone = before.filter((n) => !now.includes(n)).map((n) => `\u2212${n}`);
    const came = now.filter((n) => !before.includes(n)).map((n) => `+${n}`);
    const field = [...gone, ...came].join(", ");
    if (field) this.remark("draws.plan_field", entry, { round: entry.round, field });
    else this.remark("draws.plan_anew", entry, { round: entry.round });
  }

  private checkInput(entry: Drawn): void {
    const told = entry.input;
    need(told !== null || !entry.label, "trail_input", entry.n);
    if (told === null) return;
    need([hash(written(told)), formerHash(told)].includes(entry.input_hash), "trail_input", entry.n);
    const seated = ascending(entry.tables.flatMap(([, seats]) => seats));
    need(same(seated, ascending(told.entrants)), "trail_field", entry.n);
    need(wishesAre(told, this), "trail_wish", entry.n);
    need(playedIs(told, entry.stage, this), "trail_played", entry.n);
  }

  private checkChance(entry: Drawn, which: { draw: number; round: number }): void {
    if (isBrought(entry)) {
      // Pledges are made by the server: what came back from a file has none behind it.
      need(!entry.public, "trail_chance", entry.n);
      this.remark("draws.from_file", entry, which);
    }
    need(!entry.label || DRAWN_BY_CHANCE.includes(entry.how), "trail_chance", entry.n);
    if (entry.how === "by_hand") this.byHand("draws.by_hand", entry, which);
    else if (entry.how === "slips") this.checkSlips(entry);
    else if (!entry.label) this.checkPlan(entry);
    else if (entry.label !== `draw/${entry.draw}`) throw new Doubt("fair.draw_number", entry.n);
    else if (!entry.public) this.checkSeed(entry);
    else this.checkPledge(entry);
  }

  /** By the seed somebody chose, or in a file, where nobody chose one, by none at all. */
  private checkSeed(entry: Drawn): void {
    if (this.chosen) this.bySeed.push(entry);
    else {
      need(isBrought(entry), "trail_chance", entry.n);
      this.again(entry, keyOf(""));
    }
  }

  private takeBack(entry: TrailEntry, slip: [number, number, number]): void {
    const at = this.slips.findIndex((one) => alike(one, slip));
    need(at >= 0, "trail_shape", entry.n);
    this.slips.splice(at, 1);
    this.remark("draws.slip_back", entry, { entrant: slip[2], round: this.slipsOf });
  }

  /** A round called drawn by slips is what the slips say, one for everybody. */
  private checkSlips(entry: Drawn): void {
    const sorted = [...this.slips].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const tables = new Map<number, number[]>();
    for (const [table, , entrant] of sorted) tables.set(table, [...(tables.get(table) ?? []), entrant]);
    const places = new Set(sorted.map(([table, seat]) => `${table}/${seat}`));
    const people = new Set(sorted.map(([, , entrant]) => entrant));
    const alone = places.size === sorted.length && people.size === sorted.length;
    need(entry.round === this.slipsOf && alone && alike([...tables], entry.tables), "trail_slips", entry.n);
    this.remark("draws.by_slips", entry, { round: entry.round, slips: sorted.length });
  }

  private checkPlan(entry: Drawn): void {
    if (BY_STANDINGS.includes(entry.how)) {
      this.checkStandings(entry);
      return;
    }
    need(entry.how === "planned", "trail_chance", entry.n);
    const due = this.plan[0] ? numbered(this.plan[0], this.fixed) : [];
    need(alike([entry.tables, entry.plan], [due, this.plan.slice(1)]), "trail_plan", entry.n);
  }

  /** There are none before the first round; later ones stand in no record of draws. */
  private checkStandings(entry: Drawn): void {
    need(this.rounds.size > 0, "trail_standings", entry.n);
    this.remark("draws.by_standings", entry, { round: entry.round });
    this.unchecked += 1;
  }

  private checkPledge(entry: Drawn): void {
    const pledge = this.pledges.get(this.pledge);
    need(pledge !== undefined, "trail_shape", entry.n);
    const field = same(ascending(entry.input!.entrants), ascending(pledge.entrants));
    need(!pledge.known && field && ["", entry.public].includes(pledge.public), "trail_chance", entry.n);
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

  /** Somebody late takes a free chair, of the draft or of the last round; nobody moves. */
  private place(entry: TrailEntry, round: number, who: number, at: number): void {
    const isDraft = this.draft !== null && round === this.round;
    const last = round === Math.max(0, ...this.rounds.keys()) ? this.rounds.get(round) : undefined;
    const tables: Tables = isDraft ? [...this.draft!] : this.draft === null ? (last?.tables ?? []) : [];
    const chair = tables.find(([table]) => table === at);
    need(chair !== undefined && !tables.some(([, seats]) => seats.includes(who)), "trail_swap", entry.n);
    need(!(isDraft && this.locked.has(at)), "trail_swap", entry.n);
    if (isDraft) this.draft!.get(at)!.push(who);
    else {
      const seated = tables.map(([table, seats]): Tables[number] => [table, table === at ? [...seats, who] : seats]);
      this.rounds.set(round, { stage: last!.stage, tables: seated });
    }
    this.byHand("draws.placed", entry, { entrant: who, table: at, round });
  }

  private lock(entry: TrailEntry, table: number, locked: boolean): void {
    need(this.draft?.has(table) ?? false, "trail_swap", entry.n);
    if (locked) this.locked.add(table);
    else this.locked.delete(table);
    this.byHand(locked ? "draws.locked" : "draws.unlocked", entry, { table, round: this.round });
  }

  private publish(entry: TrailEntry, round: number, tables: Tables): void {
    need(!this.hidden, "trail_shape", entry.n);
    need(this.draft !== null && round === this.round, "trail_published", entry.n);
    need(alike(tables, [...this.draft].sort(([a], [b]) => a - b)), "trail_published", entry.n);
    this.rounds.set(round, { stage: this.stage, tables });
    this.draft = null;
    this.touched = false;
    for (const pledge of this.pledges.values()) if (pledge.draws.length) pledge.published ||= entry.n;
  }

  /** Seats of a table by the tiles drawn at it: the highest first, nobody new, nobody gone. */
  private seat(entry: TrailEntry, one: Facts): void {
    const round = this.rounds.get(one.round);
    const place = round?.tables.find(([table]) => table === one.table);
    need(round !== undefined && place !== undefined, "trail_shape", entry.n);
    const tiles = one.tiles.filter(([, row]) => row.length);
    const ordered = [...tiles].sort(([, a], [, b]) => higher(a, b)).map(([entrant]) => entrant);
    const apart = new Set(tiles.map(([, row]) => row.join())).size === tiles.length;
    const known = alike(ascending(place[1]), ascending(one.seats));
    need(known && apart && alike(one.seats.slice(0, ordered.length), ordered), "trail_seated", entry.n);
    const where = `${one.round}/${ascending(one.seats).join()}`; // a round taken back undraws none
    if (this.seated.has(where)) this.byHand("draws.seated_again", entry, { table: one.table, round: one.round });
    this.seated.add(where);
    const tables = round.tables.map(([table, seats]): Tables[number] => [table, table === one.table ? one.seats : seats]);
    this.rounds.set(one.round, { stage: round.stage, tables });
  }

  private unpublish(entry: TrailEntry, round: number): void {
    const taken = this.rounds.get(round);
    need(taken !== undefined, "trail_shape", entry.n);
    this.rounds.delete(round);
    this.draft = new Map(taken.tables.map(([table, seats]) => [table, [...seats]]));
    [this.stage, this.round, this.touched] = [taken.stage, round, true];
    this.byHand("draws.unpublished", entry, { round });
    const settled = ascending([...(this.online.get(round) ?? [])]).join(", ");
    if (settled) this.remark("draws.deals_left", entry, { round, tables: settled });
  }

  /** A table was set online: no deal has two names, and each is of this very table. */
  private deals(entry: TrailEntry, { round, table, commits }: Facts): void {
    for (const [ctx, commit] of commits) {
      const here = ctx.startsWith(`${this.tournament}/${round}/${table}/`) && /^[0-9a-f]{64}$/.test(commit);
      need(here && !this.bound.has(ctx), "trail_deals", entry.n);
      this.bound.set(ctx, commit);
    }
    const before = this.online.get(round) ?? new Set();
    if (before.has(table)) this.remark("draws.deals_again", entry, { table, round });
    this.online.set(round, before.add(table));
    if (!this.rounds.has(round)) this.remark("draws.deals_left", entry, { round, tables: String(table) });
  }

  /** A lot is drawn again here; what needs the planner is left to `stolik verify`. */
  private again(entry: Drawn, key: Uint8Array): void {
    const tables = lotDrawn(entry.input!, key, entry.label);
    if (tables === null) {
      this.planned += 1;
      return;
    }
    const right = alike([numbered(tables, new Map(entry.input!.fixed)), []], [entry.tables, entry.plan]);
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
