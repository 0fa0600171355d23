// Coming to a table: one line, and whoever listens to it once the game is known.
import { app } from "../lib/app.svelte";
import { hearOfGame } from "../lib/left_game";
import type { ServerMessage } from "../lib/protocol";
import { Line, type Listener } from "./line";
import { hasPeople, peopleAt, type People } from "./people";

/** Somebody at the table: he hears what is said, and how the others are called. */
export interface Guest extends Listener {
  people(people: People): void;
}

export interface Entered {
  line: Line;
  /** From now on hear what is said at the table, and first what was said before. */
  listen(guest: Guest): void;
}

export interface Door {
  /** What is played here, as soon as the server has said welcome. */
  game(game: string): void;
  /** Why we are not let in. */
  refused(why: string, code: string): void;
}

/** Who is told this is let in by no second try: he needs another way in. */
export const NOT_YOURS = "live.not_yours";

const ASK_AFTER_MS = 200;

/** Make a line to a table; it is opened by whoever shows the table. */
export function enter(table: string, door: Door, watch = false): Entered {
  const early: ServerMessage[] = [];
  let live = false;
  let guest: Guest | null = null;
  let people: People | null = null;
  let asking = 0;

  /** Names may change several times in a moment: they are asked for once it is over. */
  function ask(wait: number): void {
    clearTimeout(asking);
    asking = window.setTimeout(() => void learn(), wait);
  }

  async function learn(): Promise<void> {
    people = (await peopleAt(table)) ?? people;
    if (people) guest?.people(people);
  }

  function hear(message: ServerMessage): void {
    hearOfGame(table, message);
    if (guest) guest.message(message);
    else early.push(message);
    if (message.t === "welcome") {
      if (hasPeople(message.seats)) ask(0);
      door.game(message.game);
    } else if (message.t === "people") ask(ASK_AFTER_MS);
    else if (message.t === "no") door.refused(message.faults.map((fault) => fault.message).join(" "), message.faults[0]?.code ?? "");
    else if (message.t === "bye") door.refused(message.message, message.code);
  }

  function connected(now: boolean): void {
    live = now;
    guest?.connected(now);
  }

  return {
    line: new Line(table, () => app.lang, { message: hear, connected, done: (asked) => guest?.done?.(asked) }, watch),
    listen(found) {
      guest = found;
      found.connected(live);
      for (const message of early.splice(0)) found.message(message);
      if (people) found.people(people);
    },
  };
}
