// A way to the server that mends itself: a socket, or where none gets through, posts and polling; or
// a way to this device, which is neither blocked nor far.
import type { SocketLike } from "../device/socket";

const FIRST_WAIT_MS = 300;
const SOCKETS_TRIED = 3;
const POLL_S = 20;

export interface Ends {
  /** The way is open; what is said first is said now. */
  open?(): void;
  message(message: unknown): void;
  /** The way broke; another one is looked for. Whether the other end broke it: we did not give it up. */
  lost(there: boolean): void;
}

export class Wire {
  #socket: SocketLike | null = null;
  #line = "";
  /** Tells a way that was given up from the one that took its place. */
  #way = 0;
  #failures = 0;
  #closed = false;
  #timer = 0;

  constructor(
    /** Asked at every try: a language may have changed. */
    private readonly socketPath: () => string,
    /** Opens a line: where to, and what to say. */
    private readonly line: () => { path: string; body?: string },
    private readonly ends: Ends,
    private readonly longestWaitMs = 8000,
    /** Where no server is asked: the only way there is. */
    private readonly here?: () => SocketLike,
  ) {}

  open(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#socket || this.#line) return;
    const way = ++this.#way;
    if (!this.here && this.#failures >= SOCKETS_TRIED && this.#failures % 2 === 1) void this.#poll(way);
    else this.#connect(way);
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN || this.#line !== "";
  }

  say(message: unknown): void {
    const text = JSON.stringify(message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    else if (this.#line) void this.#post(text, this.#way);
  }

  /** Give this way up and look for another: nothing is heard on it any more. */
  drop(): void {
    if (!this.#socket && !this.#line) return;
    this.#lost(this.#way, false);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(way: number): void {
    const socket = this.here?.() ?? socketTo(this.socketPath());
    this.#socket = socket;
    socket.onopen = () => this.ends.open?.();
    socket.onmessage = ({ data }: { data: string }) => this.#hear(way, [JSON.parse(data)]);
    socket.onclose = () => this.#lost(way);
  }

  async #poll(way: number): Promise<void> {
    try {
      const { path, body } = this.line();
      const opened = await fetch(path, { method: "POST", body });
      if (!opened.ok || way !== this.#way) throw new Error("no line");
      this.#line = ((await opened.json()) as { line: string }).line;
      while (!this.#closed && way === this.#way) {
        const answer = await fetch(`/api/lines/${this.#line}?wait=${POLL_S}`);
        if (!answer.ok) break;
        this.#hear(way, (await answer.json()) as unknown[]);
      }
    } catch {
      // Unreachable: the same as a socket that closed.
    }
    this.#lost(way);
  }

  async #post(text: string, way: number): Promise<void> {
    try {
      await fetch(`/api/lines/${this.#line}`, { method: "POST", body: text });
    } catch {
      this.#lost(way);
    }
  }

  #hear(way: number, messages: unknown[]): void {
    if (way !== this.#way) return;
    this.#failures = 0;
    for (const message of messages) this.ends.message(message);
  }

  #lost(way: number, there = true): void {
    if (way !== this.#way) return;
    this.#way += 1;
    const socket = this.#socket;
    this.#socket = null;
    this.#line = "";
    socket?.close();
    if (this.#closed) return;
    this.#failures += 1;
    this.ends.lost(there);
    if (this.#closed) return; // whoever listens has had enough
    const wait = Math.min(this.longestWaitMs, FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 6));
    this.#timer = window.setTimeout(() => this.open(), wait * (0.5 + Math.random()));
  }
}

function socketTo(path: string): SocketLike {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}`);
}
