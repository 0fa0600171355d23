// The game of practice or among friends that was begun last and is not over: whoever left it by Back is offered it again.
import { isOnDevice } from "../device/tables";
import { keep, kept } from "./kept";
import type { ServerMessage } from "./protocol";

const KEPT = "stolik.practice.table";

/** Its table; empty where there is none, or none that can be reached without a server. */
export function leftGame(offline: boolean): string {
  const table = kept(KEPT) ?? "";
  return offline && !isOnDevice(table) ? "" : table;
}

export function beginGame(table: string): void {
  keep(KEPT, table);
}

/** What is told at a table may be its end, or that there is no such table any more. */
export function hearOfGame(table: string, message: ServerMessage): void {
  if (isEnd(message) && kept(KEPT) === table) keep(KEPT, "");
}

function isEnd(message: ServerMessage): boolean {
  if (message.t === "snapshot") return (message.view as { phase?: string }).phase === "over";
  if (message.t === "events") return message.items.some((item) => item.kind === "GameEnded");
  return message.t === "no" && message.faults.some((fault) => fault.code === "live.unknown");
}
