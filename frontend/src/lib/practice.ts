// A practice table in one step: set, entered, shown.
import { soon } from "../device/soon.svelte";
import { Offline, post, postHere } from "./api";
import { app } from "./app.svelte";
import { beginGame } from "./left_game";

export interface PracticeWanted {
  game: string;
  bots?: string[];
  /** Seconds for a move instead of what the rules say; 0: no clock. */
  turn_time_s?: number;
  profile?: string;
  lesson?: boolean;
}

/**
 * At the server's table; where none can be reached, at one of this device's own. Who plays or judges in a
 * tournament stays in it: the seat to practise at is kept beside that login.
 */
export async function practise(wanted: PracticeWanted): Promise<void> {
  try {
    await practiseThere(wanted);
    soon.prepare();
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    const { table } = await postHere<{ table: string }>("/api/practice", wanted);
    beginGame(table);
    app.go(`/table/${table}`);
  }
}

async function practiseThere(wanted: PracticeWanted): Promise<void> {
  const set = await post<{ table: string; link: string }>("/api/practice", wanted);
  await post("/api/login/link", { token: set.link.split("#")[1] });
  beginGame(set.table);
  app.go(`/table/${set.table}`);
}

/** A first game with pieces laid beforehand, where the game has one. */
export function learn(game: string): Promise<void> {
  return practise({ game, lesson: true });
}
