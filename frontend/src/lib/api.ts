// Requests to our own server; a refusal becomes a Refused with the server's sentence.
import { concernsDevice, isKnownToDevice } from "../device/tables";
import { app, t } from "./app.svelte";
import { oneAct } from "./once";

export interface Refusal {
  code: string;
  message: string;
}

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export class Offline extends Error {}

/** No server answers, and what was taken along for that did not start. */
export class Unable extends Offline {}

/** Another tab plays on this device. */
export class Busy extends Error {}

/** What to tell the reader of a failed request; a fault of ours is thrown on. */
export function faultText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof Busy) return t("device.taken");
  if (error instanceof Unable) return t("device.failed");
  if (error instanceof Offline) return t("app.offline");
  throw error;
}

/** 128 random bits as hex: works on plain http too, where crypto.randomUUID does not exist. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function get<T>(path: string): Promise<T> {
  return ask<T>("GET", path);
}

/** A question that needs a body: it changes nothing, and each time it is asked anew. */
export function query<T>(path: string, body: unknown): Promise<T> {
  return ask<T>("POST", path, body);
}

/** `id` makes it happen once; `patience` is how long to wait before it counts as offline. */
export function post<T>(path: string, body: unknown = {}, id?: string, patience?: number): Promise<T> {
  return act("POST", path, body, () => ask<T>("POST", path, body, id, patience));
}

export function put<T>(path: string, body: unknown): Promise<T> {
  return act("PUT", path, body, () => ask<T>("PUT", path, body));
}

export function remove<T = void>(path: string): Promise<T> {
  return act("DELETE", path, null, () => ask<T>("DELETE", path));
}

/** A file to the server, as it is, or as a form with what is said about it. */
export function send<T>(path: string, content: Blob | FormData, id?: string): Promise<T> {
  return ask<T>("POST", path, content, id);
}

/** A document the server makes of what it is sent, under the name the server gives it. */
export async function made(path: string, body: unknown): Promise<File> {
  const response = await answered("POST", path, body);
  const named = response.headers.get("content-disposition")?.match(/filename\*=UTF-8''([^;]+)/);
  return new File([await response.blob()], named?.[1] ? decodeURIComponent(named[1]) : "stolik");
}

/** Hands a file to the reader, as a download. */
export function handOver(file: File): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** What changes something goes through here: a double click is one act. */
function act<T>(method: string, path: string, body: unknown, work: () => Promise<T>): Promise<T> {
  // The method belongs to the words: called, withdrawn and called again are three acts.
  return oneAct(path, `${method} ${JSON.stringify(body)}`, work);
}

async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  id?: string,
  patience?: number,
): Promise<T> {
  const response = await answered(method, path, body, id, patience);
  // A line may break in the middle of an answer too.
  const text = await response.text().catch(() => {
    throw new Offline();
  });
  return (text ? JSON.parse(text) : undefined) as T;
}

async function answered(
  method: string,
  path: string,
  body?: unknown,
  id?: string,
  patience?: number,
): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": app.lang };
  const isFile = body instanceof Blob || body instanceof FormData;
  if (body !== undefined && !isFile) headers["Content-Type"] = "application/json";
  if (id) headers["Stolik-Command"] = id;
  const sent = isFile ? body : body === undefined ? undefined : JSON.stringify(body);
  const signal = patience ? AbortSignal.timeout(patience) : undefined;
  const far = () => fetch(path, { method, headers, body: sent, signal });
  const near = () => askDevice(method, path, sent as string | undefined);
  const response = await (concernsDevice(path) ? near() : isKnownToDevice(path) ? far().catch(near) : far()).catch((error: unknown) => {
    throw error instanceof Busy || error instanceof Unable ? error : new Offline();
  });
  if (response.ok) return response;
  const text = await response.text();
  const error = (text ? (JSON.parse(text) as { error?: Refusal }) : {}).error;
  throw new Refused(error?.code ?? "", error?.message ?? response.statusText, response.status);
}

/** The answer of this device alone; fails where nothing was taken along to answer with. */
async function askDevice(method: string, path: string, body?: string): Promise<Response> {
  const { device, Taken, Unstarted } = await import("../device/device");
  try {
    return await device.ask(method, path, app.lang, body);
  } catch (error) {
    throw error instanceof Taken ? new Busy() : error instanceof Unstarted ? new Unable() : error;
  }
}

/** Something done on this device, for who can reach no server. */
export async function postHere<T>(path: string, body: unknown): Promise<T> {
  return act("HERE", path, body, async () => {
    const answer = await askDevice("POST", path, JSON.stringify(body)).catch((error: unknown) => {
      throw error instanceof Busy || error instanceof Unable ? error : new Offline();
    });
    return (await answer.json()) as T;
  });
}
