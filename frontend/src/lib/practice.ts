// A practice table in one step: set, entered, shown.
import { post } from "./api";
import { app } from "./app.svelte";

export interface PracticeWanted {
  game: string;
  bots?: string[];
  /** Seconds for a move instead of what the rules say; 0: no clock. */
  turn_time_s?: number;
  profile?: string;
  lesson?: boolean;
}

/** Who plays or judges in a tournament stays in it: the seat to practise at is kept beside that login. */
export async function practise(wanted: PracticeWanted): Promise<void> {
  const set = await post<{ table: string; link: string }>("/api/practice", wanted);
  await post("/api/login/link", { token: set.link.split("#")[1] });
  app.go(`/table/${set.table}`);
}

/** A first game with pieces laid beforehand, where the game has one. */
export function learn(game: string): Promise<void> {
  return practise({ game, lesson: true });
}
