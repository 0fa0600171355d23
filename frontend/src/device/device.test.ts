import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { get, Offline, query } from "../lib/api";
import { app } from "../lib/app.svelte";
import { practise } from "../lib/practice";
import { Line } from "../table/line";
import type { FromWorker, ToWorker } from "./messages";
import { filesOf } from "./files";
import { concernsDevice, isKnownToDevice, isOnDevice } from "./tables";
import { keepParts } from "./taken";

const TABLE = "d0d0d0d0d0d00123456789ab";
const PARTS = { runtime: "pyodide-1", packages: ["stolik-1.zip"], kernel: "" };

/** A worker in the test's hand: it is ready at once and notes what it is told. */
class Engine {
  static told: ToWorker[] = [];
  static last: Engine;
  static first: FromWorker = { t: "ready" };
  onmessage?: (event: { data: FromWorker }) => void;
  constructor() {
    Engine.last = this;
  }
  postMessage(message: ToWorker): void {
    Engine.told.push(message);
    if (message.t === "start") queueMicrotask(() => this.says(Engine.first));
    if (message.t === "ask") queueMicrotask(() => this.says({ t: "answer", n: message.n, ...answer(message.path) }));
  }
  says(data: FromWorker): void {
    this.onmessage?.({ data });
  }
  terminate(): void {}
}

function answer(path: string): { status: number; body: string } {
  if (path === "/api/practice") return { status: 200, body: JSON.stringify({ table: TABLE, link: "" }) };
  return { status: 409, body: JSON.stringify({ error: { code: "live.unknown", message: "Nie ma" } }) };
}

const paths: string[] = [];
beforeEach(() => {
  Engine.told.length = paths.length = 0;
  vi.stubGlobal("Worker", Engine);
  vi.stubGlobal("fetch", (path: string) => (paths.push(path), Promise.reject(new TypeError("no network"))));
  keepParts(PARTS);
});
afterEach(() => vi.unstubAllGlobals());

it("knows its own tables, and what any device can answer", () => {
  expect([isOnDevice(TABLE), isOnDevice("0123456789abcdef01234567")]).toEqual([true, false]);
  expect(concernsDevice(`/api/tables/${TABLE}/hint`)).toBe(true);
  expect(isKnownToDevice("/api/tools/verdict")).toBe(true);
  expect(isKnownToDevice("/api/tournaments")).toBe(false);
});

it("plays here when no server answers, and only then", async () => {
  const go = vi.spyOn(app, "go").mockImplementation(() => {});
  await practise({ game: "rummikub" });
  expect(paths).toEqual(["/api/practice"]);
  expect(go).toHaveBeenCalledWith(`/table/${TABLE}`);
});

it("asks the server first for what a server knows too, and nobody else for its own tables", async () => {
  await expect(query("/api/tools/verdict", {})).rejects.toThrow("Nie ma");
  expect(paths).toEqual(["/api/tools/verdict"]);
  await expect(get(`/api/tables/${TABLE}/hint`)).rejects.toThrow("Nie ma");
  expect(paths).toHaveLength(1);
  await expect(get("/api/tournaments")).rejects.toBeInstanceOf(Offline);
});

it("a table is talked to as on a socket, whatever the network does", async () => {
  const heard: unknown[] = [];
  const line = new Line(TABLE, () => "pl", { message: (message) => heard.push(message), connected: (live) => heard.push(live) });
  line.open();
  await vi.waitFor(() => expect(Engine.told.some((one) => one.t === "say")).toBe(true));
  const said = Engine.told.find((one) => one.t === "say")!;
  expect(JSON.parse(said.text)).toMatchObject({ t: "hello", table: TABLE });
  Engine.last.says({ t: "said", n: said.n, text: JSON.stringify({ t: "welcome", seats: [] }) });
  window.dispatchEvent(new Event("offline"));
  expect(heard).toEqual([true, { t: "welcome", seats: [] }]);
  line.close();
  expect(Engine.told.at(-1)).toEqual({ t: "leave", n: said.n });
  expect(paths).toEqual([]);
});

it("an engine that does not start is no lost line: it is said, and one's next try is a new one", async () => {
  vi.resetModules();
  const { postHere, faultText, query: asked, Offline: Far } = await import("../lib/api");
  const { t } = await import("../lib/app.svelte");
  const { underway } = await import("./loading.svelte");
  Engine.first = { t: "failed", taken: false };
  const fault = await postHere("/api/practice", {}).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Far);
  expect(faultText(fault)).toBe(t("device.failed"));
  await expect(asked("/api/tools/verdict", {}).catch(faultText)).resolves.toBe(t("device.failed"));
  expect(underway.failed).toBe(true);
  Engine.first = { t: "ready" };
  await postHere("/api/practice", {});
  expect(underway.failed).toBe(false);
});

it("says why a table cannot be opened, and does not start the engine for ever", async () => {
  keepParts(null);
  vi.resetModules();
  const { DeviceSocket } = await import("./socket");
  const said: string[] = [];
  const closed = vi.fn();
  const socket = Object.assign(new DeviceSocket(), { onmessage: ({ data }: { data: string }) => said.push(data), onclose: closed });
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(JSON.parse(said[0]!)).toMatchObject({ t: "bye", code: "bye.device_failed" });
  expect(socket.readyState).toBe(3);
});

it("takes along every file by name, with a kernel where there is one", () => {
  expect(filesOf(PARTS)).toContain("/device/pyodide-1/pyodide.asm.wasm");
  expect(filesOf(PARTS).at(-1)).toBe("/device/stolik-1.zip");
  expect(filesOf({ ...PARTS, kernel: "kernel-1.wasm" })).toContain("/device/kernel-1.wasm");
});
