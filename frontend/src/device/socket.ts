// A table's line to the worker in the shape of a socket, so that whoever speaks on one need not know.
import { t } from "../lib/app.svelte";

/** What is used of a socket; as the browser's own types have it, whatever they are called with. */
export interface SocketLike {
  readonly readyState: number;
  onopen: ((...given: any[]) => any) | null;
  onmessage: ((...given: any[]) => any) | null;
  onclose: ((...given: any[]) => any) | null;
  send(text: string): void;
  close(): void;
}

const [CONNECTING, OPEN, CLOSED] = [0, 1, 3];
const BYE = "bye.device"; // it is tried again: the other tab may be closed, the files may come

export class DeviceSocket implements SocketLike {
  readyState = CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  #line = 0;
  #leave: (() => void) | null = null;
  #say: ((text: string) => void) | null = null;

  constructor() {
    this.#open().catch((error: unknown) => {
      const message = t((error as Error).name === "Taken" ? "device.taken" : "device.failed");
      this.onmessage?.({ data: JSON.stringify({ t: "bye", code: BYE, message }) });
      this.#end();
    });
  }

  async #open(): Promise<void> {
    const { device } = await import("./device");
    const line = await device.open({ said: (data) => this.onmessage?.({ data }), ended: () => this.#end() });
    this.#line = line;
    this.#leave = () => device.leave(this.#line);
    this.#say = (text) => device.say(this.#line, text);
    if (this.readyState === CLOSED) return this.#leave(); // closed while it was opened
    this.readyState = OPEN;
    this.onopen?.();
  }

  send(text: string): void {
    this.#say?.(text);
  }

  close(): void {
    this.#leave?.();
    this.#end();
  }

  #end(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.();
  }
}
