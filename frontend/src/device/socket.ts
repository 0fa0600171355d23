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
const BYE = "bye.device"; // it is tried again: the other tab may be closed
const BYE_FOR_GOOD = "bye.device_failed"; // each try takes seconds of a processor: only who asks for one has it

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
      const [code, key] = (error as Error).name === "Taken" ? ([BYE, "device.taken"] as const) : ([BYE_FOR_GOOD, "device.failed"] as const);
      this.onmessage?.({ data: JSON.stringify({ t: "bye", code, message: t(key) }) });
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
