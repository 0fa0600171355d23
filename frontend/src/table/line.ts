// The talk with a table: what was asked is asked again until it is answered, a gap is noticed.
import { DeviceSocket } from "../device/socket";
import { isOnDevice } from "../device/tables";
import { newId } from "../lib/api";
import { t } from "../lib/app.svelte";
import type { ClientMessage, ServerMessage } from "../lib/protocol";
import { fromHex, hex, sha256 } from "../lib/sha256";
import { Wire } from "../lib/wire";

export interface Listener {
  message(message: ServerMessage): void;
  /** Whether the server can be reached. */
  connected(live: boolean): void;
  /** What we asked for has been done. */
  done?(asked: Ask): void;
}

export type Ask = Extract<ClientMessage, { id: string }>;
/** A message without what the line adds itself. */
export type Command = Ask extends infer A ? (A extends Ask ? Omit<A, "id" | "after"> : never) : never;

/** After these words nobody comes back by himself; after any other the line is opened again. */
export const FOR_GOOD = new Set(["bye.newer_connection", "bye.logged_out", "bye.table_damaged", "bye.device_failed"]);

const ANSWER_WITHIN_MS = 3000;
const STALE = "live.stale";
const GIVEN_UP = "line.given_up";
const BREAKS = 2;

/** What is wanted, whenever and however often it is asked for. */
function wish(asked: Command | Ask | undefined): string {
  return asked ? JSON.stringify({ ...asked, id: "", after: 0 }) : "";
}

export class Line {
  lastSeq = 0;
  private readonly wire: Wire;
  /** Commands whose answer has not come yet, by id: sent again after a reconnect. */
  private pending = new Map<string, Ask>();
  /** Of those: said on this way, and how many ways broke after it was said. */
  private onTheWay = new Set<string>();
  private broken = new Map<string, number>();
  /** What was carried out last: the same once more, come too late, is a hand that pressed twice. */
  private done = "";
  private nonce = "";
  private unanswered = 0;
  private readonly cut = () => this.wire.drop();
  private readonly again = () => this.wire.open();

  constructor(
    private readonly table: string,
    private readonly lang: () => string,
    private readonly listener: Listener,
    /** As a stranger, whoever we are: for a screen that everybody sees. */
    private readonly watch = false,
  ) {
    this.wire = new Wire(
      () => "/api/socket",
      () => ({ path: "/api/lines", body: JSON.stringify(this.hello()) }),
      {
        open: () => this.say(this.hello()),
        message: (message) => this.receive(message as ServerMessage),
        lost: (there) => this.lost(there),
      },
      undefined,
      this.isHere ? () => new DeviceSocket() : undefined,
    );
  }

  /** A table of this device: no network can fail it, and what takes long is a bot that thinks. */
  private get isHere(): boolean {
    return isOnDevice(this.table);
  }

  open(): void {
    if (!this.isHere) window.addEventListener("offline", this.cut);
    window.addEventListener("online", this.again);
    this.wire.open();
  }

  close(): void {
    window.removeEventListener("offline", this.cut);
    window.removeEventListener("online", this.again);
    clearTimeout(this.unanswered);
    this.wire.close();
  }

  /** Say hello anew at once: the reader's language has changed. */
  greet(): void {
    this.wire.drop();
    this.wire.open();
  }

  /** Ask for something; it is asked again until the server has answered. */
  ask(command: Command): string {
    const same = [...this.pending.values()].find((one) => wish(one) === wish(command));
    if (same) return same.id;
    const message = { ...command, id: newId(), after: this.lastSeq } as Ask;
    this.pending.set(message.id, message);
    this.put(message);
    this.expectAnswer();
    return message.id;
  }

  /** A way on which no answer comes is no way: it is given up, and everybody sees that it is. */
  private expectAnswer(): void {
    clearTimeout(this.unanswered);
    if (this.isHere) return;
    this.unanswered = window.setTimeout(() => this.pending.size && this.cut(), ANSWER_WITHIN_MS);
  }

  say(message: ClientMessage): void {
    this.wire.say(message);
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
        this.settle(message.id);
        break;
      case "no": {
        const asked = message.id ? wish(this.pending.get(message.id)) : "";
        if (message.id) this.pending.delete(message.id);
        if (asked && asked === this.done && message.faults.every((fault) => fault.code === STALE)) return;
        break;
      }
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

  private settle(id: string): void {
    const asked = this.pending.get(id);
    if (!asked) return;
    this.done = wish(asked);
    this.pending.delete(id);
    this.listener.done?.(asked);
  }

  /** After a gap: what the server does not know of is asked once more, under the same id. */
  private resend(known: Record<string, Record<string, unknown>>): void {
    for (const [id, message] of [...this.pending]) {
      if (known[id]?.acked !== undefined) this.settle(id);
      else this.put(message);
    }
  }

  private put(message: Ask): void {
    if (this.wire.isOpen) this.onTheWay.add(message.id);
    this.say(message);
  }

  /** What the other end broke the line over twice is not asked a third time: it may be what breaks it. */
  private lost(there: boolean): void {
    const said = [...this.onTheWay].filter((id) => this.pending.has(id));
    this.onTheWay.clear();
    this.listener.connected(false);
    if (!there) return;
    for (const id of said) {
      const times = (this.broken.get(id) ?? 0) + 1;
      this.broken.set(id, times);
      if (times >= BREAKS) this.giveUp(id);
    }
  }

  private giveUp(id: string): void {
    this.pending.delete(id);
    this.broken.delete(id);
    const fault = { code: GIVEN_UP, message: t("table.given_up"), article: "", tiles: [], melds: [] };
    this.listener.message({ t: "no", id, faults: [fault], seq: this.lastSeq });
  }
}
