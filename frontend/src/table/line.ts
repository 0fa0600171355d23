// The connection to a table: a socket, or where none gets through, posts and polling.
import { newId } from "../lib/api";
import type { ClientMessage, ServerMessage } from "../lib/protocol";
import { fromHex, hex, sha256 } from "../lib/sha256";

export interface Listener {
  message(message: ServerMessage): void;
  /** Whether the server can be reached. */
  connected(live: boolean): void;
}

type Ask = Extract<ClientMessage, { id: string }>;
/** A message without what the line adds itself. */
export type Command = Ask extends infer A ? (A extends Ask ? Omit<A, "id" | "after"> : never) : never;

/** After these words nobody comes back by himself; after any other the line is opened again. */
export const FOR_GOOD = new Set(["bye.newer_connection", "bye.logged_out", "bye.table_damaged"]);

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
const SOCKETS_TRIED = 3;

export class Line {
  lastSeq = 0;
  private socket: WebSocket | null = null;
  private lineId = "";
  private failures = 0;
  private closed = false;
  private timer = 0;
  /** Commands whose answer has not come yet, by id: sent again after a reconnect. */
  private pending = new Map<string, Ask>();
  private nonce = "";

  constructor(
    private readonly table: string,
    private readonly lang: () => string,
    private readonly listener: Listener,
    /** As a stranger, whoever we are: for a screen that everybody sees. */
    private readonly watch = false,
  ) {}

  open(): void {
    if (this.failures >= SOCKETS_TRIED && this.failures % 2 === 1) void this.openPolling();
    else this.openSocket();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Ask for something; it is asked again until the server has answered. */
  ask(command: Command): string {
    const message = { ...command, id: newId(), after: this.lastSeq } as Ask;
    this.pending.set(message.id, message);
    this.say(message);
    return message.id;
  }

  say(message: ClientMessage): void {
    const text = JSON.stringify(message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.lineId) void fetch(`/api/lines/${this.lineId}`, { method: "POST", body: text });
  }

  private openSocket(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = () => this.lost();
  }

  private async openPolling(): Promise<void> {
    try {
      const hello = JSON.stringify(this.hello());
      const opened = await fetch("/api/lines", { method: "POST", body: hello });
      this.lineId = ((await opened.json()) as { line: string }).line;
      while (!this.closed) {
        const answer = await fetch(`/api/lines/${this.lineId}?wait=20`);
        if (!answer.ok) break;
        for (const message of (await answer.json()) as ServerMessage[]) this.receive(message);
      }
    } catch {
      // Unreachable: the same as a socket that closed.
    }
    this.lineId = "";
    this.lost();
  }

  private hello(): ClientMessage {
    this.newNonce();
    return {
      t: "hello",
      table: this.table,
      last_seq: this.lastSeq,
      pending: [...this.pending.keys()],
      nonce_hash: this.nonceHash(),
      lang: this.lang(),
      watch: this.watch,
    };
  }

  private nonceHash(): string {
    return hex(sha256(fromHex(this.nonce)));
  }

  private receive(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.failures = 0;
        this.listener.connected(true);
        break;
      case "ping":
        this.say({ t: "pong", n: message.n });
        return;
      case "deal":
        this.takePart(message.reveal);
        break;
      case "status":
        this.resend(message.commands);
        return;
      case "ack":
        this.pending.delete(message.id);
        break;
      case "no":
        if (message.id) this.pending.delete(message.id);
        break;
      case "events": {
        const fresh = message.items.filter((item) => item.seq > this.lastSeq);
        const first = fresh[0];
        if (!first) return;
        if (first.seq !== this.lastSeq + 1) {
          this.say({ t: "resume", last_seq: this.lastSeq });
          return;
        }
        this.lastSeq = fresh[fresh.length - 1]!.seq;
        this.listener.message({ ...message, items: fresh });
        return;
      }
      case "snapshot":
        this.lastSeq = message.seq;
        break;
    }
    this.listener.message(message);
  }

  /** This device's share of the chance of a deal: first its hash, when all are in the nonce. */
  private takePart(reveal: boolean): void {
    if (reveal) {
      this.say({ t: "nonce", nonce: this.nonce });
      return;
    }
    this.newNonce();
    this.say({ t: "nonce_hash", hash: this.nonceHash() });
  }

  private newNonce(): void {
    this.nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  }

  /** After a gap: what the server does not know of is asked once more, under the same id. */
  private resend(known: Record<string, Record<string, unknown>>): void {
    for (const [id, message] of [...this.pending]) {
      if (known[id]?.acked !== undefined) this.pending.delete(id);
      else this.say(message);
    }
  }

  private lost(): void {
    this.socket = null;
    if (this.closed) return;
    this.failures += 1;
    this.listener.connected(false);
    if (this.closed) return; // whoever listens has had enough
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.failures, 6));
    this.timer = window.setTimeout(() => this.open(), wait * (0.5 + Math.random()));
  }
}
