// The server in one's pocket: requests and lines to tables, answered by a worker of this page.
import type { FromWorker, ToWorker } from "./messages";
import { underway } from "./loading.svelte";
import { partsTaken } from "./taken";

export interface LineEnds {
  said(text: string): void;
  ended(): void;
}

/** Another tab of this browser plays. */
export class Taken extends Error {
  override readonly name = "Taken";
}

/** Everything was taken along, and the engine did not start. */
export class Unstarted extends Error {
  override readonly name = "Unstarted";
}

class Device {
  #worker: Worker | null = null;
  #started: Promise<Worker> | null = null;
  #last = 0;
  readonly #asked = new Map<number, (answer: Response) => void>();
  readonly #lines = new Map<number, LineEnds>();

  /** Start before anything is asked: it takes some seconds. */
  wake(): void {
    this.#start().catch(() => {}); // whoever asks for something is told why not
  }

  async ask(method: string, path: string, lang: string, body = ""): Promise<Response> {
    const worker = await this.#start();
    const n = ++this.#last;
    const answer = new Promise<Response>((resolve) => this.#asked.set(n, resolve));
    this.#tell(worker, { t: "ask", n, method, path, lang, body });
    return answer;
  }

  /** A line to a table; its number, to say something by. */
  async open(ends: LineEnds): Promise<number> {
    const worker = await this.#start();
    const n = ++this.#last;
    this.#lines.set(n, ends);
    this.#tell(worker, { t: "open", n });
    return n;
  }

  say(n: number, text: string): void {
    if (this.#worker) this.#tell(this.#worker, { t: "say", n, text });
  }

  leave(n: number): void {
    this.#lines.delete(n);
    if (this.#worker) this.#tell(this.#worker, { t: "leave", n });
  }

  #tell(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }

  /** Tried again after a failure: the other tab may have been closed, the files may be there. */
  #start(): Promise<Worker> {
    this.#started ??= this.#begin()
      .catch((error: unknown) => {
        this.#worker?.terminate();
        this.#worker = this.#started = null;
        underway.failed = error instanceof Unstarted;
        throw error;
      })
      .finally(() => (underway.now = null));
    return this.#started;
  }

  #begin(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      underway.failed = false;
      const parts = partsTaken();
      if (!parts) return reject(new Error("nothing was taken along"));
      const worker = new Worker(new URL("./device_worker.ts", import.meta.url), { type: "module", name: "stolik" });
      this.#worker = worker;
      worker.onerror = () => reject(new Unstarted());
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.t === "loading") underway.now = data;
        else if (data.t === "ready") resolve(worker);
        else if (data.t === "failed") reject(data.taken ? new Taken() : new Unstarted());
        else this.#hear(data);
      };
      this.#tell(worker, { t: "start", parts });
    });
  }

  #hear(said: Exclude<FromWorker, { t: "loading" | "ready" | "failed" }>): void {
    if (said.t === "answer") {
      this.#asked.get(said.n)?.(new Response(said.body, { status: said.status }));
      this.#asked.delete(said.n);
    } else if (said.t === "said") this.#lines.get(said.n)?.said(said.text);
    else this.#lines.get(said.n)?.ended();
  }
}

export const device = new Device();
