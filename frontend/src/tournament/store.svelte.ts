// A tournament as a screen follows it: read again whenever the hall's socket says it moved on.
import { gameOf } from "../games";
import { t } from "../lib/app.svelte";
import { faultText, get, newId, post, query, Refused } from "../lib/api";
import { keep, kept } from "../lib/kept";
import { Wire } from "../lib/wire";
import type { Game } from "../table/game";
import type { Hall, Overview, PublicPage, Who } from "./shapes";

const LONGEST_WAIT_MS = 4000;
/** The tournament this device came in to as a player: it is told if that is over. */
const PLAYED = "stolik.played";
/** A hall full of phones does not ask all at once. */
const SPREAD_MS = 1500;
/** So long after something was written the hall has surely said so, if it can be heard. */
const NEWS_MS = 1500;
/** How often it is looked whether a round before the last is read again. */
const LOOK_MS = 100;

/** What takes the tournament on: nothing unsaved is left behind by it. */
const GOES_ON: unknown[] = ["draw", "publish", "cut", "finish"];

/** Refusals that say: somebody else was first. */
const MEANWHILE = ["office.changed_meanwhile", "office.field_meanwhile"];

/** So long a slip of the hand is taken back where it happened. */
const UNDO_MS = 10_000;

interface Done {
  said: string;
  /** Null: it cannot be taken back. `seen`: the last event known when it was said. */
  undo: ((seen: number) => Promise<unknown>) | null;
  seen: number;
}

interface Told {
  t: string;
  seq: number;
  edition: number;
  hall: Hall;
}

export class TournamentStore {
  name = $state("");
  /** The end of the chain of events, for the organiser's screen and the printed sheets. */
  head = $state("");
  /** Grows with every change: whoever shows more of the tournament asks again when it does. */
  version = $state(0);
  /** How long the round being played is planned. */
  minutes = $state(60);
  overview = $state.raw<Overview | null>(null);
  /** By number: who was entered by mistake has left a gap. */
  #names = $derived(new Map(this.overview?.entrants.map((one) => [one.entrant, one.name])));
  /** Everything that is read of the tournament: the round being played, the standings. */
  page = $state.raw<PublicPage | null>(null);
  /** When `page` was read, by the clock on the wall. */
  readAt = $state(0);
  hall = $state.raw<Hall | null>(null);
  /** When `hall` was told, by this device's own monotonic clock. */
  hallAt = $state(0);
  /** Grows when the hall has something to tell that is no event of the tournament. */
  beside = $state(0);
  who = $state.raw<Who | null>(null);
  /** Whether this device was a player's here and is not any more. */
  lostWayIn = $state(false);
  connected = $state(true);
  /** Why the last question or wish came to nothing, in the reader's words. */
  message = $state("");
  /** What was just done, for a while, and how it is taken back. */
  done = $state.raw<Done | null>(null);
  /** Why the tournament must not go on yet, as the screen knows; "" if it may. */
  unsettled: () => string = () => "";
  /** Whether it is only that something could not be read: then reading takes it away. */
  #unread = false;

  readonly here: string;
  readonly #wire: Wire;
  /** The last event and the edition the socket told of; consent is in no event. */
  #told = 0;
  #edition: number | null = null;
  /** The edition that had been told of when `page` was asked for; at first the page's own. */
  #seen: number | null = null;
  /** How often `page` was asked for, and which of the answers it is. */
  #asked = 0;
  #shown = 0;
  #spread: ReturnType<typeof setTimeout> | undefined;
  /** Who waits for the next page. */
  #waiting: (() => void)[] = [];

  constructor(readonly id: string) {
    this.here = `/api/tournaments/${id}`;
    this.#wire = new Wire(
      () => `${this.here}/socket`,
      () => ({ path: `${this.here}/lines` }),
      { message: (told) => this.#hear(told as Told), lost: () => (this.connected = false) },
      LONGEST_WAIT_MS,
    );
  }

  /** Follow the tournament; the answer ends it. */
  follow(): () => void {
    void this.load();
    this.#wire.open();
    const seen = () => {
      if (!document.hidden && this.#isNew()) void this.load();
    };
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(this.#spread);
      document.removeEventListener("visibilitychange", seen);
      this.#wire.close();
    };
  }

  get organises(): boolean {
    return this.who?.role === "organiser" && this.who.tournaments.includes(this.id);
  }

  /** Whether this is a helper at the door: who is here and what was signed, nothing else. */
  get isAtDoor(): boolean {
    return this.who?.role === "door" && this.who.tournament === this.id;
  }

  /** The number of the entrant whose phone this is; null for everybody else. */
  get plays(): number | null {
    return this.who?.role === "player" && this.who.tournament === this.id ? this.who.entrant : null;
  }

  get referees(): boolean {
    return this.organises || (this.who?.role === "referee" && this.who.tournament === this.id);
  }

  /** What is played; null until it is known. */
  get game(): Game | null {
    return this.overview && gameOf(this.overview.format.game);
  }

  nameOf(entrant: number): string {
    return this.#names.get(entrant) ?? `#${entrant}`;
  }

  /** What people call a round: Runda II, Półfinał. */
  roundName(round: number): string {
    return this.overview?.round_titles[round - 1] ?? t("control.round", { round });
  }

  async load(): Promise<void> {
    const turn = ++this.#asked;
    try {
      if (!this.who) await this.askWho();
      const edition = this.#edition;
      const page = await get<PublicPage>(`${this.here}/public?seq=${this.#told}&edition=${edition ?? 0}`);
      if (turn < this.#shown) return; // a later question has been answered already
      this.#shown = turn;
      this.#seen = edition ?? page.edition;
      this.name = page.name;
      this.head = page.head;
      this.minutes = page.round_minutes;
      this.overview = page.overview;
      this.page = page;
      this.readAt = Date.now();
      this.version += 1;
      this.#waiting.splice(0).forEach((go) => go());
      // An answer to a tap stays until the next one, whatever else happens in the hall.
      if (this.#unread) this.message = "";
      this.#unread = false;
    } catch (error) {
      this.fail(error);
    }
  }

  /** Who we are now: a pass may have been revoked while the page was open, or since. */
  async askWho(): Promise<void> {
    this.who = await get<Who>("/api/whoami");
    if (this.plays !== null) keep(PLAYED, this.id);
    this.lostWayIn = this.who.role === "anonymous" && kept(PLAYED) === this.id;
  }

  /** A question: it changes nothing. */
  question<T>(request: Record<string, unknown>): Promise<T> {
    return query<T>(this.here, request);
  }

  /** The last event of what is on show. */
  get seq(): number {
    return this.page?.seq ?? 0;
  }

  /** A wish, under an id of its own so that it is done once; null and `message` if refused.
   *  `seen`: the last event known where its consequences were read; with others by now it is refused. */
  async wish<T = unknown>(request: Record<string, unknown>, seen = 0): Promise<T | null> {
    const first = GOES_ON.includes(request.do) ? this.unsettled() : "";
    if (!first) return this.trying(async () => post<T>(seen ? `${this.here}?seen=${seen}` : this.here, request, newId()));
    this.message = first;
    this.#unread = false;
    return null;
  }

  /** Say what was done; for ten seconds one tap takes it back. */
  did(said: string, undo: Done["undo"] = null): void {
    const told: Done = { said, undo, seen: this.seq };
    this.done = told;
    setTimeout(() => this.done === told && (this.done = null), UNDO_MS);
  }

  async trying<T>(work: () => Promise<T>): Promise<T | null> {
    this.message = "";
    try {
      const answer = await work();
      await this.load();
      return answer;
    } catch (error) {
      // It would do something else by now: that is on show before it is asked about again.
      if (error instanceof Refused && MEANWHILE.includes(error.code)) await this.load();
      this.message = faultText(error);
      this.#unread = false;
      return null;
    }
  }

  /** Something beside the page is read; what cannot be read is told as such. */
  async reading(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Something that changes the tournament: the hall says so, and the page is read once. A page that was under way
   *  already may come before: it does not show yet what was written. */
  async writing<T>(work: () => Promise<T>, isShown: () => boolean): Promise<T> {
    const before = this.version;
    const answer = await work();
    const isRead = () => this.version !== before && isShown();
    const until = Date.now() + NEWS_MS;
    while (this.connected && !isRead() && Date.now() < until) {
      await new Promise<void>((go) => {
        this.#waiting.push(go);
        setTimeout(go, LOOK_MS);
      });
    }
    if (!isRead()) await this.load();
    return answer;
  }

  /** Something could not be read; the answer to a tap is not hidden by it. */
  fail(error: unknown): void {
    const said = faultText(error);
    if (this.message && !this.#unread) return;
    this.message = said;
    this.#unread = true;
  }

  #isNew(): boolean {
    if (this.page === null || this.page.seq < this.#told) return true;
    return this.#edition !== null && this.#seen !== this.#edition;
  }

  /** Who runs the tournament sees a change at once, those who follow it within moments. */
  #loadSoon(): void {
    clearTimeout(this.#spread);
    const wait = this.referees ? 0 : Math.random() * SPREAD_MS;
    this.#spread = setTimeout(() => void this.load(), wait);
  }

  #hear(told: Told): void {
    this.connected = true;
    if (told.t !== "changed") return;
    this.hall = told.hall;
    this.hallAt = performance.now();
    if (told.seq === this.#told && told.edition === this.#edition) this.beside += 1;
    this.#told = told.seq;
    this.#edition = told.edition;
    if (this.#isNew() && !document.hidden) this.#loadSoon();
  }
}
