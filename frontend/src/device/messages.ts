// What a page and its worker say to each other. A line is a table's socket.

import type { Loading } from "./files";

/** The names of the files a device needs, as the server tells them (tools/build_device.py). */
export interface Parts {
  runtime: string;
  packages: string[];
  /** Empty: the solver's twin in Python answers. */
  kernel: string;
}

export type ToWorker =
  | { t: "start"; parts: Parts }
  | { t: "ask"; n: number; method: string; path: string; lang: string; body: string }
  | { t: "open"; n: number }
  | { t: "say"; n: number; text: string }
  | { t: "leave"; n: number };

export type FromWorker =
  | ({ t: "loading" } & Loading)
  | { t: "ready" }
  /** `taken`: another tab plays. */
  | { t: "failed"; taken: boolean }
  | { t: "answer"; n: number; status: number; body: string }
  | { t: "said"; n: number; text: string }
  | { t: "ended"; n: number };
