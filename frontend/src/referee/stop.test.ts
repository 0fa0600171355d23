import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stopClock } from "./stop";

/** The server's end of a way to a table. */
class Server {
  static readonly OPEN = 1;
  static all: Server[] = [];
  readyState = 1;
  said: Record<string, any>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly address: string) {
    Server.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Server);
  Server.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asked = (server: Server) => server.said.find((one) => one.t === "pause");

test("an online table is stopped by one act, and its line is left", async () => {
  const done = stopClock("e1", { table: 3, online: "abc" }, "wezwanie sędziego");
  const server = Server.all[0]!;
  server.onopen?.();
  server.tell({ t: "welcome" });
  server.tell({ t: "snapshot", seq: 7 });
  server.tell({ t: "events", items: [{ seq: 8 }] });
  expect(server.said.filter((one) => one.t === "pause")).toHaveLength(1);
  expect(asked(server)).toMatchObject({ reason: "wezwanie sędziego", after: 7 });
  server.tell({ t: "ack", id: asked(server)!.id, seq: 9 });
  await done;
  expect(server.readyState).toBe(3);
});

test("a refusal is told in its own words", async () => {
  const done = stopClock("e1", { table: 3, online: "abc" }, "x");
  const server = Server.all[0]!;
  server.onopen?.();
  server.tell({ t: "snapshot", seq: 7 });
  server.tell({ t: "no", id: asked(server)!.id, faults: [{ code: "live.not_yours", message: "Nie tutaj." }] });
  await expect(done).rejects.toThrow("Nie tutaj.");
});

test("the clock of a table in the hall is stopped the same way", async () => {
  const done = stopClock("e1", { table: 3, online: null }, "wezwanie sędziego");
  const server = Server.all[0]!;
  expect(server.address).toContain("/api/tournaments/e1/tables/3/clock/socket");
  server.onopen?.();
  server.tell({ t: "clock", phase: "playing" });
  server.tell({ t: "clock", phase: "playing" });
  expect(server.said).toMatchObject([{ t: "pause", reason: "wezwanie sędziego" }]);
  server.tell({ t: "ack", id: asked(server)!.id });
  await done;
});

test("where nobody answers the referee is told", async () => {
  const done = stopClock("e1", { table: 3, online: "abc" }, "x");
  const told = expect(done).rejects.toThrow();
  vi.advanceTimersByTime(10_000);
  await told;
});
