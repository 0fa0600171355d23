import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ClientMessage, Item, ServerMessage } from "../lib/protocol";
import { fromHex, hex, sha256 } from "../lib/sha256";
import { Line } from "./line";

/** The server's end of the line. */
class Server {
  static readonly OPEN = 1;
  static all: Server[] = [];
  readyState = 1;
  said: ClientMessage[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor() {
    Server.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage);
  }
  tell(message: Partial<ServerMessage> & { t: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    this.onclose?.();
  }
}

const heard: ServerMessage[] = [];
let live: boolean[] = [];
let done: string[] = [];
let line: Line;

/** The latest way to the server, just opened. */
function server(): Server {
  const found = Server.all.at(-1)!;
  if (!found.said.length) found.onopen?.();
  return found;
}

const items = (...seqs: number[]) => seqs.map((seq) => ({ seq, kind: "TurnEnded", data: {}, at: 0 }) as unknown as Item);
const news = (...seqs: number[]) => ({ t: "events" as const, items: items(...seqs) });
const snapshot = (seq: number) => ({ t: "snapshot" as const, seq });
const told = (kind: string) => server().said.filter((message) => message.t === kind) as unknown as Record<string, any>[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Server);
  Server.all = [];
  heard.length = 0;
  live = [];
  done = [];
  line = new Line("abc", () => "pl", { message: (message) => heard.push(message), connected: (now) => live.push(now), done: (asked) => done.push(asked.id) });
  line.open();
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function breaks(): Promise<void> {
  server().close();
  await vi.advanceTimersByTimeAsync(10_000);
}

test("it says who it is and what it knows, and again after a break", async () => {
  expect(told("hello")[0]).toMatchObject({ table: "abc", last_seq: 0, pending: [], lang: "pl", watch: false });
  server().tell(snapshot(7));
  await breaks();
  expect(told("hello")[0]).toMatchObject({ last_seq: 7 });
  expect(live).toEqual([false]);
});

test("what is new is told once, in order", () => {
  server().tell(snapshot(3));
  server().tell(news(4, 5));
  server().tell(news(4, 5));
  server().tell(news(5, 6));
  expect(heard.slice(1).map((message) => (message as unknown as { items: Item[] }).items.map((item) => item.seq))).toEqual([[4, 5], [6]]);
});

test("a gap is noticed: the rest is asked for and nothing is told", () => {
  server().tell(snapshot(3));
  server().tell(news(5));
  expect(heard.length).toBe(1);
  expect(told("resume")).toEqual([{ t: "resume", last_seq: 3 }]);
});

test("what was asked is asked again under the same id until it is answered", async () => {
  server().tell(snapshot(3));
  const [kept, open] = [line.ask({ t: "click" }), line.ask({ t: "ready" })];
  await breaks();
  expect(told("hello")[0]!.pending).toEqual([kept, open]);
  server().tell({ t: "status", commands: { [kept]: { acked: 4 }, [open]: {} } });
  expect([told("click"), told("ready")]).toEqual([[], [{ t: "ready", id: open, after: 3 }]]);
  server().tell({ t: "ack", id: open });
  await breaks();
  expect(told("hello")[0]!.pending).toEqual([]);
  expect(done).toEqual([kept, open]);
});

test("a refusal is an answer", async () => {
  const id = line.ask({ t: "click" });
  server().tell({ t: "no", id, faults: [] });
  await breaks();
  expect(told("hello")[0]!.pending).toEqual([]);
  expect(done).toEqual([]);
});

test("the same pressed twice is asked once, and no conflict with oneself", () => {
  const id = line.ask({ t: "redeal" });
  expect(line.ask({ t: "redeal" })).toBe(id);
  expect(told("redeal").length).toBe(1);
  server().tell({ t: "ack", id });
  const again = line.ask({ t: "redeal" });
  heard.length = 0;
  server().tell({ t: "no", id: again, faults: [{ code: "live.stale" }] } as never);
  expect(heard).toEqual([]);
  const other = line.ask({ t: "click" });
  server().tell({ t: "no", id: other, faults: [{ code: "live.stale" }] } as never);
  expect(heard.length).toBe(1);
});

test("a ping is answered and told nobody", () => {
  server().tell({ t: "ping", n: 5 });
  expect([told("pong"), heard]).toEqual([[{ t: "pong", n: 5 }], []]);
});

test("its share of a deal is promised before it is shown", () => {
  server().tell({ t: "deal", reveal: false });
  server().tell({ t: "deal", reveal: true });
  const promised = told("nonce_hash")[0]!.hash as string;
  expect(hex(sha256(fromHex(told("nonce")[0]!.nonce as string)))).toBe(promised);
});

test("a broken network is told at once, and silence after three seconds", () => {
  server().tell({ t: "welcome" });
  window.dispatchEvent(new Event("offline"));
  expect(live.at(-1)).toBe(false);
  vi.advanceTimersByTime(20_000);
  server().tell({ t: "welcome" });
  expect(live.at(-1)).toBe(true);
  line.ask({ t: "click" });
  vi.advanceTimersByTime(3100);
  expect(live.at(-1)).toBe(false);
});

test("what broke the line twice is given up with a word, and what waited beside it is not", async () => {
  server().tell(snapshot(3));
  const id = line.ask({ t: "click" });
  await breaks();
  server().tell({ t: "status", commands: { [id]: {} } });
  expect(told("click").length).toBe(1);
  await breaks();
  expect(told("hello")[0]!.pending).toEqual([]);
  expect(heard.at(-1)).toMatchObject({ t: "no", id, faults: [{ code: "line.given_up" }] });
});

test("a network that fails again and again takes nothing away", async () => {
  server().tell(snapshot(3));
  const id = line.ask({ t: "click" });
  for (let i = 0; i < 4; i += 1) {
    window.dispatchEvent(new Event("offline"));
    await vi.advanceTimersByTimeAsync(20_000);
    server().tell({ t: "status", commands: { [id]: {} } });
  }
  expect(told("hello")[0]!.pending).toEqual([id]);
});
