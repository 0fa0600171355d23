// A practice table in one step: set, entered, shown.
import { get, post } from "./api";
import { app, t } from "./app.svelte";

export interface PracticeWanted {
  game: string;
  bots?: string[];
  /** Seconds for a move instead of what the rules say; 0: no clock. */
  turn_time_s?: number;
  profile?: string;
  lesson?: boolean;
}

/** A browser is one person: who plays or judges in a tournament is asked before he leaves it for this. */
async function mayLeave(): Promise<boolean> {
  const { tournament } = await get<{ tournament: string }>("/api/whoami");
  return !tournament || tournament === "practice" || confirm(t("start.practice_leaves"));
}

export async function practise(wanted: PracticeWanted): Promise<void> {
  if (!(await mayLeave())) return;
  const set = await post<{ table: string; link: string }>("/api/practice", wanted);
  await post("/api/login/link", { token: set.link.split("#")[1] });
  app.go(`/table/${set.table}`);
}

/** A first game with pieces laid beforehand, where the game has one. */
export function learn(game: string): Promise<void> {
  return practise({ game, lesson: true });
}
