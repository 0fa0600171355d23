import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { app } from "./app.svelte";
import { practise } from "./practice";

const posted: string[] = [];
let tournament = "";
let tables = 0;

beforeEach(() => {
  posted.length = 0;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (init?.method === "POST") posted.push(path);
    const told = path === "/api/whoami" ? { tournament } : { table: "a1", link: `/enter#${++tables}` };
    return Promise.resolve(new Response(JSON.stringify(told), { headers: { "content-type": "application/json" } }));
  });
  vi.spyOn(app, "go").mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

it("asks who is in a tournament before practice takes the place of that login", async () => {
  const asked = vi.fn(() => false);
  vi.stubGlobal("confirm", asked);
  tournament = "17";
  await practise({ game: "wojtek" });
  expect(asked).toHaveBeenCalledOnce();
  expect(posted).toEqual([]);
  asked.mockReturnValue(true);
  await practise({ game: "wojtek" });
  expect(posted).toEqual(["/api/practice", "/api/login/link"]);
});

it.each([["", "rummikub"], ["practice", "nim"]])("asks nobody else (%s)", async (where, game) => {
  const asked = vi.fn(() => false);
  vi.stubGlobal("confirm", asked);
  tournament = where;
  await practise({ game });
  expect(asked).not.toHaveBeenCalled();
  expect(posted).toHaveLength(2);
});
