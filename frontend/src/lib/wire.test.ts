import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Wire } from "./wire";

/** A socket in the test's hand. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const heard: unknown[] = [];
let lost = 0;
let wire: Wire;
const last = () => Socket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  heard.length = lost = 0;
  wire = new Wire(() => "/socket", () => ({ path: "/lines", body: "hello" }), {
    open: () => wire.say("hello"),
    message: (message) => heard.push(message),
    lost: () => (lost += 1),
  });
});

afterEach(() => {
  wire.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is said first is said when the way is open, and nothing before", () => {
  wire.open();
  wire.say("too early");
  last().opens();
  expect(last().sent).toEqual(['"hello"']);
});

test("opening twice is opening once", () => {
  wire.open();
  wire.open();
  expect(Socket.all.length).toBe(1);
});

test("a broken way is looked for again, later and later", async () => {
  wire.open();
  last().close();
  expect([lost, Socket.all.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(299);
  expect(Socket.all.length).toBe(1);
  await vi.advanceTimersByTimeAsync(700);
  expect(Socket.all.length).toBe(2);
});

test("nothing is heard on a way that was given up", () => {
  wire.open();
  const old = last();
  old.opens();
  old.says("one");
  wire.drop();
  old.says("two");
  expect([heard, lost]).toEqual([["one"], 1]);
});

test("who closed it is left alone", async () => {
  wire.open();
  wire.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([lost, Socket.all.length]).toEqual([0, 1]);
});

test("where no socket gets through it posts and polls", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, init?: { body?: string }) => {
    asked.push(`${path} ${init?.body ?? ""}`);
    if (path === "/lines") return Promise.resolve(new Response('{"line": "l1"}', { status: 201 }));
    if (init?.body) return Promise.resolve(new Response("", { status: 204 }));
    const first = asked.filter((one) => one.includes("wait=")).length === 1;
    return first ? Promise.resolve(new Response('["one", "two"]')) : new Promise(() => {});
  });
  wire.open();
  for (let i = 0; i < 3; i++) {
    last().close();
    await vi.advanceTimersByTimeAsync(10_000);
  }
  wire.say("mine");
  expect(asked[0]).toBe("/lines hello");
  expect(asked).toContain('/api/lines/l1 "mine"');
  expect(heard).toEqual(["one", "two"]);
  expect([wire.isOpen, Socket.all.length]).toEqual([true, 3]);
});
