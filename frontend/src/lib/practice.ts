// A practice table in one step: set, entered, shown.
import { post } from "./api";
import { app } from "./app.svelte";

export async function practise(bots: string[], game: string): Promise<void> {
  await sit({ bots, game });
}

/** A first game with cards laid beforehand, where the game has one. */
export async function learn(game: string): Promise<void> {
  await sit({ game, lesson: true });
}

async function sit(wanted: { bots?: string[]; game: string; lesson?: boolean }): Promise<void> {
  const set = await post<{ table: string; link: string }>("/api/practice", wanted);
  await post("/api/login/link", { token: set.link.split("#")[1] });
  app.go(`/table/${set.table}`);
}
