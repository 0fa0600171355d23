// One phone at a table's clock: what it asks for is kept, numbered, until the server has answered.
import { newId } from "../lib/api";
import { app, t } from "../lib/app.svelte";
import { keepAs, keptAs } from "../lib/kept";
import { Wire } from "../lib/wire";
import { runOn, type Clock, type Kept, type Wish } from "./clock";

const LONGEST_AGO_MS = 180_000;
const ANSWER_WITHIN_MS = 4000;
const BEAT_MS = 5000;
const LONGEST_WAIT_MS = 4000;

// What was wanted is so already, by another phone or by ourselves before the line broke.
const DONE = new Set(
  ["move_over", "game_running", "paused_already", "not_paused", "announced_already", "seen_already"].map(
    (code) => `table_clock.${code}`,
  ),
);

// Nobody has judged it: the same may be sent again.
const FOR_NOW = new Set(["live.not_saved", "stream.overtaken"]);

interface Said {
  t: "clock" | "ack" | "no" | "status" | "bye";
  id?: string | null;
  faults?: { code: string; message: string }[];
  commands?: Record<string, { acked?: number }>;
  message?: string;
}

/** A clock that goes on when a page is loaded anew, near enough for three minutes. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export class ClockPhone {
  /** The clock as the server told it last, and when. */
  told = $state.raw<Clock | null>(null);
  heard = $state(0);
  /** What the server has not answered yet, oldest first. */
  kept = $state.raw<Kept[]>([]);
  connected = $state(false);
  /** Why something came to nothing, in the reader's words. */
  message = $state("");
  running = $derived(this.told && runOn(this.told, this.heard, this.kept));

  readonly #key: string;
  readonly #wire: Wire;
  #sent = "";
  #timers: Record<string, number> = {};

  /** With `watch` it is a screen that only looks on: it touches nothing and has nothing to send. */
  constructor(tournament: string, table: string, watch = false) {
    const path = `/api/tournaments/${tournament}/tables/${table}/clock`;
    const asked = () => `?${watch ? "watch=1&" : ""}lang=${app.lang}`;
    this.#wire = new Wire(
      () => `${path}/socket${asked()}`,
      () => ({ path: `${path}/lines${asked()}` }),
      { message: (said) => this.#hear(said as Said), lost: () => this.#lost() },
      LONGEST_WAIT_MS,
    );
    this.#key = `stolik.clock.${tournament}.${table}`;
    if (watch) return;
    const from = now() - LONGEST_AGO_MS;
    this.kept = keptAs<Kept[]>(this.#key, []).filter((wish) => wish.made > from);
  }

  /** Stay at the clock; the answer leaves it. */
  open(): () => void {
    const again = () => this.#wire.open();
    const cut = () => this.#wire.drop();
    addEventListener("online", again);
    addEventListener("offline", cut);
    this.#wire.open();
    this.#timers.beat = window.setInterval(() => this.#beat(), BEAT_MS);
    return () => {
      removeEventListener("online", again);
      removeEventListener("offline", cut);
      clearInterval(this.#timers.beat);
      clearTimeout(this.#timers.answer);
      this.#wire.close();
    };
  }

  do(wish: Wish): void {
    this.message = "";
    this.#keep([...this.kept, { ...wish, id: newId(), made: now() }]);
    this.#send();
  }

  #lost(): void {
    this.connected = false;
    this.#sent = "";
    clearTimeout(this.#timers.answer);
  }

  #hear(said: Said): void {
    clearTimeout(this.#timers.answer);
    switch (said.t) {
      case "clock":
        this.told = said as unknown as Clock;
        this.heard = now();
        if (!this.connected) this.#arrive();
        else if (this.#sent) this.#await();
        return;
      case "status":
        this.#drop((wish) => said.commands?.[wish.id]?.acked !== undefined);
        break;
      case "ack":
        this.#answered(said.id);
        break;
      case "no":
        this.#refused(said);
        break;
      case "bye":
        this.message = said.message ?? "";
        return;
    }
    this.#send();
  }

  #arrive(): void {
    this.connected = true;
    // What became of what was sent before the line broke? The rest is sent after the answer.
    if (this.kept.length) this.#say({ t: "status", pending: this.kept.map((wish) => wish.id) });
  }

  #refused({ id, faults = [] }: Said): void {
    const codes = faults.map((fault) => fault.code);
    if (codes.some((code) => FOR_NOW.has(code))) {
      this.#sent = "";
      this.message = faults[0]?.message ?? "";
      window.setTimeout(() => this.#send(), 1000);
      return;
    }
    if (!codes.some((code) => DONE.has(code))) this.message = faults[0]?.message ?? t("app.offline");
    // Somebody has corrected the seat meanwhile: what this phone thought is out of date.
    if (codes.includes("table_clock.other_seat")) this.#drop((wish) => wish.t === "tap");
    if (!id) this.#wire.close();
    this.#answered(id);
  }

  #answered(id: string | null | undefined): void {
    this.#sent = "";
    this.#drop((wish) => wish.id === id);
  }

  /** One at a time and in order, each with its age. */
  #send(): void {
    const first = this.kept[0];
    if (!this.connected || this.#sent || !first) return;
    const { made, ...wish } = first;
    this.#sent = first.id;
    this.#say({ ...wish, ago_ms: Math.max(0, Math.round(now() - made)) });
  }

  #say(message: unknown): void {
    if (!this.#wire.isOpen) return;
    this.#wire.say(message);
    this.#await();
  }

  /** A phone out of reach of its net is told so by nobody: it has to find out. */
  #await(): void {
    clearTimeout(this.#timers.answer);
    this.#timers.answer = window.setTimeout(() => this.#wire.drop(), ANSWER_WITHIN_MS);
  }

  #beat(): void {
    if (this.connected && !this.#sent) this.#say({ t: "status", pending: [] });
  }

  #drop(which: (wish: Kept) => boolean): void {
    this.#keep(this.kept.filter((wish) => !which(wish)));
  }

  #keep(kept: Kept[]): void {
    this.kept = kept;
    keepAs(this.#key, kept);
  }
}
