// A tournament as a screen follows it: read again whenever the hall's socket says it moved on.
import { faultText, get, newId, post } from "../lib/api";
import { Wire } from "../lib/wire";
import type { Hall, Overview, PublicPage, Who } from "./shapes";

const LONGEST_WAIT_MS = 4000;
/** A hall full of phones does not ask all at once. */
const SPREAD_MS = 1500;

interface Told {
  t: string;
  seq: number;
  edition: number;
  hall: Hall;
}

export class TournamentEvent {
  name = $state("");
  /** The end of the chain of events, for the organiser's screen and the printed sheets. */
  head = $state("");
  /** Grows with every change: whoever shows more of the tournament asks again when it does. */
  version = $state(0);
  /** How long the organiser plans a round. */
  minutes = $state(60);
  overview = $state.raw<Overview | null>(null);
  /** Everything that is read of the tournament: the round being played, the standings. */
  page = $state.raw<PublicPage | null>(null);
  /** When `page` was read, by the clock on the wall. */
  readAt = $state(0);
  hall = $state.raw<Hall | null>(null);
  /** When `hall` was told, by this device's own monotonic clock. */
  hallAt = $state(0);
  who = $state.raw<Who | null>(null);
  connected = $state(true);
  /** Why the last question or wish came to nothing, in the reader's words. */
  message = $state("");

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

  /** The number of the entrant whose phone this is; null for everybody else. */
  get plays(): number | null {
    return this.who?.role === "player" && this.who.tournament === this.id ? this.who.entrant : null;
  }

  get referees(): boolean {
    return this.organises || (this.who?.role === "referee" && this.who.tournament === this.id);
  }

  nameOf(entrant: number): string {
    return this.overview?.entrants[entrant - 1]?.name ?? `#${entrant}`;
  }

  async load(): Promise<void> {
    const turn = ++this.#asked;
    try {
      this.who ??= await get<Who>("/api/whoami");
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
      this.message = "";
    } catch (error) {
      this.fail(error);
    }
  }

  /** A question: it changes nothing. */
  question<T>(request: Record<string, unknown>): Promise<T> {
    return post<T>(this.here, request);
  }

  /** A wish, under an id of its own so that it is done once; null and `message` if refused. */
  async wish<T = unknown>(request: Record<string, unknown>): Promise<T | null> {
    return this.trying(async () => post<T>(this.here, request, newId()));
  }

  async trying<T>(work: () => Promise<T>): Promise<T | null> {
    this.message = "";
    try {
      const answer = await work();
      await this.load();
      return answer;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  fail(error: unknown): void {
    this.message = faultText(error);
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
    this.#told = told.seq;
    this.#edition = told.edition;
    if (this.#isNew() && !document.hidden) this.#loadSoon();
  }
}
