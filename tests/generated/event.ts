// A small event through a client made from /openapi.json: the types are checked, then it is run.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Ask = components["schemas"]["TournamentRequest"];
interface Seated { tables: { table: number; seats: { entrant: number }[] }[] }

declare const process: { argv: string[] };
const [server, name, password] = process.argv.slice(2) as [string, string, string];
const stranger = createClient<paths>({ baseUrl: server, headers: { Origin: server } });
const entered = await stranger.POST("/api/v1/login", { body: { name, password } });
const token = /stolik=([^;]+)/.exec(entered.response.headers.get("set-cookie") ?? "")?.[1];
const client = createClient<paths>({ baseUrl: server, headers: { Authorization: `Bearer ${token}` } });

const wanted = { name: "Turniej 1", format: "eliminacje", seed: "turniej" };
const created = await client.POST("/api/v1/tournaments", { body: wanted });
if (!created.data) throw new Error(created.error.error.message);
const tournament = created.data.id;

async function ask(body: Ask): Promise<Record<string, unknown>> {
  const told = await client.POST("/api/v1/tournaments/{tournament}", { params: { path: { tournament } }, body });
  if (told.data === undefined) throw new Error(told.error.error.violations.map((one) => one.code).join());
  return told.data as Record<string, unknown>;
}

for (let number = 1; number <= 12; number++) await ask({ do: "enter", name: `Zawodnik ${number}` });
await ask({ do: "draw" });
await ask({ do: "publish" });
const { tables } = (await ask({ do: "round", round: 1 })) as unknown as Seated;
for (const { table, seats } of tables)
  for (const game of [1, 2, 3])
    await ask({ do: "result", round: 1, table, game, seats: seats.map(({ entrant }, n) => ({ entrant, rack_sum: 10 * n })) });
const { rows: standings } = (await ask({ do: "standings" })) as { rows: unknown[] };
const refused = await client.POST("/api/v1/tournaments/{tournament}", {
  params: { path: { tournament } },
  body: { do: "publish" },
});
console.log(JSON.stringify({ standings, refused: refused.error?.error.code, status: refused.response.status }));
