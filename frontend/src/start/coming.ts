// One field takes whatever was handed out: a code says by its shape whose it is (docs/access.md).
import { post, Refused } from "../lib/api";
import { app } from "../lib/app.svelte";
import { join } from "../friends/friends";

export interface Who {
  role: string;
  tournament: string;
  table: string;
}

/** A kind of code, or the address of a whole link that was pasted instead. */
type Way = "player" | "pin" | "friends" | `/${string}`;

const LINK = /\/(?:enter|friends)#[\w-]+/;
const PIN = /^\d{9}$/;
/** Both are nine signs long, and the slips' alphabet holds these digits too. */
const SLIP_OF_DIGITS = /^[346789]{9}$/;
const FRIENDS_SIGNS = 6;

export function waysOf(typed: string): Way[] {
  const link = LINK.exec(typed)?.[0] as `/${string}` | undefined;
  if (link) return [link];
  const code = typed.replace(/[\s-]/g, "");
  if (SLIP_OF_DIGITS.test(code)) return ["pin", "player"];
  if (PIN.test(code)) return ["pin"];
  return [code.length === FRIENDS_SIGNS ? "friends" : "player"];
}

/** Comes in by a code of any kind, and goes on to where it leads. */
export async function comeIn(typed: string): Promise<void> {
  const [way, other] = waysOf(typed);
  try {
    await tryWay(way!, typed);
  } catch (error) {
    if (!other || !(error instanceof Refused) || error.code === "access.too_many_guesses") throw error;
    await tryWay(other, typed);
  }
}

async function tryWay(way: Way, code: string): Promise<void> {
  if (way === "friends") await join({ code });
  else if (way === "player") app.go(destination(await post<Who>("/api/login/code", { code })));
  else if (way === "pin") app.go(destination(await post<Who>("/api/login/pin", { code })));
  else app.go(way);
}

export function destination(who: Who): string {
  if (who.table && who.tournament === "practice") return `/table/${who.table}`;
  if (who.role === "organiser") return "/organise";
  if (who.role === "referee") return `/tournament/${who.tournament}/referee`;
  if (who.role === "door") return `/tournament/${who.tournament}/organise/checkin`;
  return who.tournament ? `/tournament/${who.tournament}` : "/";
}
