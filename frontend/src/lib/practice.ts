// A practice table in one step: set, entered, shown.
import { post } from "./api";
import { app } from "./app.svelte";

export async function practise(bots: string[], game: string): Promise<void> {
  const set = await post<{ table: string; link: string }>("/api/practice", { bots, game });
  await post("/api/login/link", { token: set.link.split("#")[1] });
  app.go(`/table/${set.table}`);
}
