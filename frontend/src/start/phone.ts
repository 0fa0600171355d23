// What a phone needs for a tournament, tried out; what follows from each is said in the texts.
import { get, Offline } from "../lib/api";
import { hasDatabase, storage } from "../lib/kept";

export type Check = "page" | "socket" | "storage" | "clock" | "screen";

export interface Finding {
  check: Check;
  ok: boolean;
  facts: Record<string, number>;
}

const PATIENCE_MS = 5000;
/** A phone further off than this shows hours that mislead its owner. */
const CLOCK_S = 30;
/** The narrowest screen our pages are made for. */
const NARROWEST = 320;
const KEY = "stolik.phone-test";

/** The checks in the order in which their advice helps: without a network the rest is idle. */
export const CHECKS: [Check, () => Promise<Finding>][] = [
  ["page", checkPage],
  ["socket", checkSocket],
  ["storage", checkStorage],
  ["clock", checkClock],
  ["screen", checkScreen],
];

/** Whether the page came over a network, and not from this very machine. */
export function isOverNetwork(host: string): boolean {
  return !["localhost", "[::1]"].includes(host) && !/^127\./.test(host);
}

/** How far a clock is ahead, in seconds: the server was asked somewhere between the two times. */
export function secondsAhead(asked_ms: number, answered_ms: number, server_s: number): number {
  return Math.round((asked_ms + answered_ms) / 2000 - (server_s + 0.5));
}

async function checkPage(): Promise<Finding> {
  const began = performance.now();
  try {
    await get("/healthz");
  } catch (error) {
    if (error instanceof Offline) return { check: "page", ok: false, facts: {} };
    throw error;
  }
  return { check: "page", ok: true, facts: { ms: Math.round(performance.now() - began) } };
}

/** A socket that is greeted wrongly says so: a word went there and another came back. */
function checkSocket(): Promise<Finding> {
  const began = performance.now();
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const done = (ok: boolean) => {
      clearTimeout(timer);
      resolve({ check: "socket", ok, facts: { ms: Math.round(performance.now() - began) } });
      socket.close();
    };
    const timer = setTimeout(() => done(false), PATIENCE_MS);
    socket.onopen = () => socket.send("{}");
    socket.onmessage = () => done(true);
    socket.onerror = () => done(false);
    socket.onclose = () => done(false);
  });
}

async function checkStorage(): Promise<Finding> {
  return { check: "storage", ok: storage(KEY) !== null && (await hasDatabase(KEY)), facts: {} };
}

async function checkClock(): Promise<Finding> {
  const asked = Date.now();
  try {
    const { now } = await get<{ now: number }>("/api/time");
    const seconds = secondsAhead(asked, Date.now(), now);
    return { check: "clock", ok: Math.abs(seconds) <= CLOCK_S, facts: { seconds } };
  } catch {
    return { check: "clock", ok: false, facts: { seconds: 0 } };
  }
}

async function checkScreen(): Promise<Finding> {
  const width = document.documentElement.clientWidth;
  return { check: "screen", ok: width >= NARROWEST, facts: { width } };
}
