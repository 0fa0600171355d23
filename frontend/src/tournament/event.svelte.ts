// A tournament as a screen follows it: read again whenever the hall's socket says it moved on.
import { get, newId, Offline, post, Refused } from "../lib/api";
import { t } from "../lib/app.svelte";
import type { Hall, Overview, Who } from "./shapes";

const WAITS_MS = [500, 1000, 2000, 4000];

export class TournamentEvent {
  name = $state("");
  /** The end of the chain of events, for the organiser's screen and the printed sheets. */
  head = $state("");
  /** Grows with every change: whoever shows more of the tournament asks again when it does. */
  version = $state(0);
  /** How long the organiser plans a round. */
  minutes = $state(60);
  overview = $state.raw<Overview | null>(null);
  hall = $state.raw<Hall | null>(null);
  /** When `hall` was told, by this device's own monotonic clock. */
  hallAt = $state(0);
  who = $state.raw<Who | null>(null);
  connected = $state(true);
  /** Why the last question or wish came to nothing, in the reader's words. */
  message = $state("");

  readonly here: string;
  #socket: WebSocket | undefined;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gone = false;

  constructor(readonly id: string) {
    this.here = `/api/tournaments/${id}`;
  }

  /** Follow the tournament; the answer ends it. */
  follow(): () => void {
    void this.load();
    this.#connect();
    return () => {
      this.#gone = true;
      clearTimeout(this.#timer);
      this.#socket?.close();
    };
  }

  get organises(): boolean {
    return this.who?.role === "organiser" && this.who.tournaments.includes(this.id);
  }

  get referees(): boolean {
    return this.organises || (this.who?.role === "referee" && this.who.tournament === this.id);
  }

  nameOf(entrant: number): string {
    return this.overview?.entrants[entrant - 1]?.name ?? `#${entrant}`;
  }

  async load(): Promise<void> {
    try {
      this.who ??= await get<Who>("/api/whoami");
      const [card, overview] = await Promise.all([
        get<{ name: string; head: string; round_minutes: number }>(this.here),
        this.question<Overview>({ do: "overview" }),
      ]);
      this.name = card.name;
      this.head = card.head;
      this.minutes = card.round_minutes;
      this.overview = overview;
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
    if (error instanceof Refused) this.message = error.message;
    else if (error instanceof Offline) this.message = t("app.offline");
    else throw error;
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.here}/socket`);
    this.#socket = socket;
    socket.onmessage = (message) => {
      this.connected = true;
      this.#tries = 0;
      const told = JSON.parse(message.data as string) as { t: string; head: string; hall: Hall };
      if (told.t !== "changed") return;
      this.hall = told.hall;
      this.hallAt = performance.now();
      if (told.head !== this.head) void this.load();
    };
    socket.onclose = () => {
      if (this.#gone) return;
      this.connected = false;
      const wait = WAITS_MS[Math.min(this.#tries++, WAITS_MS.length - 1)] ?? 4000;
      this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    };
  }
}
