// Takes along what a device needs to play alone, in the background, for who plays or judges here.
import { filesOf } from "./files";
import type { Parts } from "./messages";
import { keepParts, partsTaken } from "./taken";

const CACHE = "stolik";

interface Saving {
  connection?: { saveData?: boolean };
}

/** Whether the server has another web app than this page came from. */
export async function prepare(): Promise<boolean> {
  if ((navigator as Saving).connection?.saveData && !partsTaken()) return false;
  const [shell, parts] = await Promise.all([list<string[]>("/shell.json"), list<Parts>("/device/parts.json")]);
  if (!shell) return false;
  if (parts) await take([...shell, ...filesOf(parts)]);
  keepParts(parts);
  return !isOurs(shell);
}

async function list<T>(path: string): Promise<T | null> {
  const answer = await fetch(path);
  return answer.ok ? ((await answer.json()) as T) : null;
}

/** Only https and this machine itself may keep pages; elsewhere the browser's own cache has to do. */
async function take(paths: string[]): Promise<void> {
  if (!("caches" in window) || !navigator.serviceWorker) {
    for (const path of paths) await taken(path);
    return;
  }
  await navigator.serviceWorker.register("/sw.js");
  const cache = await caches.open(CACHE);
  for (const path of paths) {
    const isHere = path !== "/" && (await cache.match(path)); // the names of all others tell their contents
    if (!isHere) await cache.put(path, await taken(path));
  }
  const wanted = new Set(paths);
  for (const { url } of await cache.keys()) {
    if (!wanted.has(new URL(url).pathname)) await cache.delete(url);
  }
}

async function taken(path: string): Promise<Response> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

function isOurs(shell: string[]): boolean {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]');
  return !entry || shell.includes(new URL(entry.src).pathname);
}
