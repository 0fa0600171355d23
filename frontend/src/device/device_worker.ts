// The worker in which a device plays alone: Python with the server's own rules, bots and judge.
import { openDrawer } from "./drawer";
import { startPython } from "./engine.js";
import { filesOf } from "./files";
import type { FromWorker, Parts, ToWorker } from "./messages";

/** The part of `stolik.wiring.device` that is called from here. */
interface Device {
  ask(method: string, path: string, body: string, lang: string): Promise<{ toJs(): [number, string]; destroy(): void }>;
  line(say: (text: string) => void, end: () => void): Line;
}

interface Line {
  receive(text: string): void;
  leave(): void;
  destroy(): void;
}

const PLAYING = "stolik.device";
const PATIENCE_MS = 3000; // a page that is loaded again lets go of its lock by then

let device: Device | null = null;
const lines = new Map<number, Line>();
const loaded: Extract<FromWorker, { t: "loading" }> = { t: "loading", what: "files", done: 0, whole: 0, bytes: 0 };
const tell = (message: FromWorker) => postMessage(message);

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.t === "start") void start(data.parts);
  else if (device) void hear(device, data);
};

async function start(parts: Parts): Promise<void> {
  if (!(await isAlone())) return tell({ t: "failed", taken: true });
  try {
    device = await begin(parts);
    tell({ t: "ready" });
  } catch (error) {
    console.error(error);
    tell({ t: "failed", taken: false });
  }
}

/** One tab plays at a time: two would write over each other's games. Plain http has no locks. */
function isAlone(): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(PLAYING, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
        resolve(true);
        return new Promise(() => {}); // held until this worker ends
      })
      .catch(() => resolve(false));
  });
}

async function begin(parts: Parts): Promise<Device> {
  const found = await load(filesOf(parts));
  const [drawer, ...zips] = await Promise.all([openDrawer(), ...parts.packages.map((name) => found.get(`/device/${name}`)!)]);
  const { loadPyodide } = await import(/* @vite-ignore */ `/device/${parts.runtime}/pyodide.mjs`);
  const python = await startPython(loadPyodide, `/device/${parts.runtime}/`, zips, found.get(`/device/${parts.kernel}`) ?? null);
  tell({ ...loaded, what: "rules" });
  const keep = (changes: [string, Uint8Array | undefined][]) => drawer.keep(changes);
  return python.pyimport("stolik.wiring.browser").begin(keep, await drawer.kept());
}

/** All files, Python's own too, which it then finds at hand: so one sees how much there is still to come. */
async function load(paths: string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  tell({ ...loaded, whole: (loaded.whole = paths.length) });
  await Promise.all(
    paths.map(async (path) => {
      const content = await file(path);
      found.set(path, content);
      tell({ ...loaded, done: ++loaded.done, bytes: (loaded.bytes += content.length) });
    }),
  );
  tell({ ...loaded, what: "engine" });
  return found;
}

async function file(path: string): Promise<Uint8Array> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function hear(here: Device, message: Exclude<ToWorker, { t: "start" }>): Promise<void> {
  const { n } = message;
  switch (message.t) {
    case "ask": {
      const answer = await here.ask(message.method, message.path, message.body, message.lang);
      const [status, body] = answer.toJs();
      answer.destroy();
      tell({ t: "answer", n, status, body });
      break;
    }
    case "open":
      lines.set(n, here.line((text) => tell({ t: "said", n, text }), () => tell({ t: "ended", n })));
      break;
    case "say":
      lines.get(n)?.receive(message.text);
      break;
    case "leave": {
      const line = lines.get(n);
      lines.delete(n);
      line?.leave();
      line?.destroy();
    }
  }
}
