// Coming to a table: one line, and whoever listens to it once the game is known.
import { app } from "../lib/app.svelte";
import type { ServerMessage } from "../lib/protocol";
import { Line, type Listener } from "./line";

export interface Entered {
  line: Line;
  /** From now on hear what is said at the table, and first what was said before. */
  listen(listener: Listener): void;
}

export interface Door {
  /** What is played here, as soon as the server has said welcome. */
  game(game: string): void;
  /** Why we are not let in. */
  refused(why: string): void;
}

/** Make a line to a table; it is opened by whoever shows the table. */
export function enter(table: string, door: Door): Entered {
  const early: ServerMessage[] = [];
  let live = false;
  let listener: Listener | null = null;
  const line = new Line(table, () => app.lang, {
    message(message) {
      if (listener) listener.message(message);
      else early.push(message);
      if (message.t === "welcome") door.game(message.game);
      else if (message.t === "no") door.refused(message.faults.map((fault) => fault.message).join(" "));
      else if (message.t === "bye") door.refused(message.message);
    },
    connected(now) {
      live = now;
      listener?.connected(now);
    },
  });
  return {
    line,
    listen(found) {
      listener = found;
      found.connected(live);
      for (const message of early.splice(0)) found.message(message);
    },
  };
}
