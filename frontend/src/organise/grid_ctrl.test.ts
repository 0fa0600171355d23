// A hand at the grid, key by key: where it is after each, and what would be written.
import { afterEach, expect, test, vi } from "vitest";
import type { Game, Round, RoundTable } from "../tournament/shapes";
import { TournamentStore } from "../tournament/store.svelte";
import { isTypedHere, type Spot } from "./grid";
import { GridCtrl } from "./grid_ctrl.svelte";
import { Typed } from "./typed.svelte";

const line = (entrant: number, small: number) => ({ entrant, place: 1, big_points: "0", small_points: String(small) });
const saved = (...small: number[]): Game => ({
  game: 1,
  result: "confirmed",
  version: 1,
  lines: small.map((points, i) => line(11 + i, points)),
});
const table = (number: number, games: Game[]): RoundTable => ({
  table: number,
  seats: [1, 2, 3, 4].map((seat) => ({ entrant: 10 * number + seat, name: `Zawodnik ${10 * number + seat}` })),
  games,
  seats_drawn: false,
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** What the server was sent; it agrees with everything, or says what `answer` says. */
function server(answer: () => Response = () => Response.json({})): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string }) => {
    if (body) sent.push(JSON.parse(body) as Record<string, unknown>);
    return Promise.resolve(path.includes("?") ? Response.json({}) : answer());
  });
  return sent;
}

/** The grid, and a hand that types as people do: Enter is \n. */
function desk(...tables: RoundTable[]) {
  const round = { round: 1, title: "Runda I", tables } as unknown as Round;
  const ctrl = new GridCtrl(new TournamentStore("zimowy"), () => round, new Typed("zimowy"));
  let at: Spot = { table: 1, game: 1, seat: 0 };
  let cell = "";
  const go = (spot: Spot) => {
    [at, cell] = [spot, ""];
    ctrl.arrive(spot);
  };
  ctrl.focus = go;
  go(at);
  const type = (keys: string) => {
    for (const key of keys) {
      if (key === "\n") ctrl.enter(at);
      else if (/\d/.test(key)) ctrl.type(at, (cell += key));
      else ctrl.letter(at, key);
    }
  };
  return { ctrl, type, go, seat: () => at.seat, at: () => at };
}
const passed = (ms: number) => new Promise((go) => setTimeout(go, ms));
const settled = () => passed(0);
const sums = (request: Record<string, unknown>) =>
  (request.seats as { rack_sum?: number }[]).map((seat) => seat.rack_sum);

test("a saved game is retyped as a new one: whoever the slip says went out did", async () => {
  const sent = server();
  const { ctrl, type, seat } = desk(table(1, [saved(60, -30, -20, -10)]));
  type("30\n");
  expect([seat(), ctrl.question]).toEqual([1, null]);
  type("k\n20\n10\n");
  await settled();
  expect(ctrl.question?.kind).toBe("correct");
  expect(sent.map((one) => [one.do, one.preview, sums(one)])).toEqual([["correct", true, [30, 0, 20, 10]]]);
});

test("a second star moves it: the cell it left is asked for, and then the row is whole", async () => {
  const sent = server();
  const { ctrl, type, go, seat } = desk(table(1, [saved(60, -30, -20, -10)]));
  go({ table: 1, game: 1, seat: 1 });
  type("k\n\n\n");
  expect([seat(), sent]).toEqual([0, []]);
  type("30\n");
  await settled();
  expect(ctrl.question?.kind).toBe("correct");
  expect(sums(sent[0]!)).toEqual([30, 0, 20, 10]);
});

test("what is typed on while the server is asked makes the question one of another result", async () => {
  server();
  const { ctrl, type, go } = desk(table(1, [saved(60, -30, -20, -10)]));
  go({ table: 1, game: 1, seat: 3 });
  type("11\n2");
  await settled();
  expect(ctrl.question).toBeNull();
});

test("a hand that went to another table keeps its cell; the question about the first waits", async () => {
  const one = table(1, [saved(60, -30, -20, -10)]);
  const { ctrl, type, go, at } = desk(one, table(2, [{ game: 1, result: "missing" }]));
  server();
  go({ table: 1, game: 1, seat: 3 });
  type("11");
  go({ table: 2, game: 1, seat: 0 });
  ctrl.depart(one);
  await settled();
  expect(ctrl.question).toMatchObject({ kind: "correct", waits: true });
  type("12");
  expect([at().table, ctrl.question?.kind]).toEqual([2, "correct"]);
});

test("a refusal that comes late puts no hand into the game it is about", async () => {
  const refusal = () => Response.json({ error: { code: "result.other", message: "Nie." } }, { status: 409 });
  server(refusal);
  const due: Game[] = [1, 2].map((game) => ({ game, result: "missing" }));
  const { ctrl, type, at } = desk(table(1, due));
  type("k10\n20\n30\n");
  await settled();
  expect(ctrl.question?.kind).toBe("refused");
  expect(at()).toEqual({ table: 1, game: 2, seat: 0 });
  await ctrl.answer();
  expect(at()).toEqual({ table: 1, game: 1, seat: 3 });
});

test("a correction against another is asked about as the column that would be saved, and that is on show", async () => {
  const one = table(1, [saved(132, -33, -44, -55)]);
  const { ctrl, type, go } = desk(one);
  const refusal = () => Response.json({ error: { code: "result.changed_meanwhile", message: "Nie." } }, { status: 409 });
  server(() => (one.games[0]!.version === 2 ? refusal() : Response.json({})));
  go({ table: 1, game: 1, seat: 3 });
  type("56\n");
  await settled();
  expect(ctrl.question?.kind).toBe("correct");
  one.games[0] = { ...saved(-33, 127, -44, -50), version: 2 };
  await ctrl.answer();
  expect(ctrl.question?.kind).toBe("outrun");
  for (const told of ["A −33, B ★, C −44, D −50", ": D −56.", "A −33, B ★, C −44, D −56"]) {
    expect(ctrl.question?.message).toContain(told);
  }
  const column = ctrl.columnOf(one, one.games[0])!;
  expect(column.cells).toEqual({ 11: "33", 12: "k", 13: "44", 14: "56" });
  expect([11, 12, 13, 14].filter((entrant) => isTypedHere(column, entrant))).toEqual([14]);
});

test("what is typed stays in sight until a page shows it saved, whatever page comes before", async () => {
  server();
  const games: Game[] = [1, 2].map((game) => ({ game, result: "missing" }));
  const one = table(1, games);
  const { ctrl, type } = desk(one);
  const cells = () => Object.values(ctrl.columnOf(one, games[0]!)?.cells ?? {});
  type("k10\n20\n30\n");
  ctrl.event.version += 1; // it was asked for before the game was saved
  await passed(150);
  expect([cells(), ctrl.saving["1/1/1"]]).toEqual([["k", "10", "20", "30"], true]);
  Object.assign(games[0]!, saved(60, -10, -20, -30));
  await passed(150);
  expect([ctrl.drafts, ctrl.saving]).toEqual([{}, {}]);
});

test("that the server could not be reached is told until it answers again; a refusal stays", async () => {
  const due = (): Game[] => [1, 2].map((game) => ({ game, result: "missing" }));
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const { ctrl, type } = desk(table(1, due()));
  type("k11\n21\n31\n");
  await passed(20);
  expect(ctrl.question?.kind).toBe("refused");
  ctrl.reached();
  expect(ctrl.question).toBe(null);
  expect(Object.keys(ctrl.drafts)).toEqual(["1/1/1"]);
  server(() => Response.json({ error: { code: "result.other", message: "Nie." } }, { status: 409 }));
  ctrl.enter({ table: 1, game: 1, seat: 3 });
  await settled();
  ctrl.reached();
  expect(ctrl.question?.kind).toBe("refused");
});

test("a click beside the cells of a table goes on in its next empty cell", () => {
  const tables = [table(1, [saved(60, -10, -20, -30)]), table(2, [{ ...saved(60, -10, -20, -30) }, { game: 2, result: "missing" }])];
  const { ctrl, type, go, at } = desk(...tables);
  go({ table: 2, game: 2, seat: 0 });
  type("k7\n");
  go({ table: 1, game: 1, seat: 3 });
  ctrl.into(tables[1]!);
  expect(at()).toEqual({ table: 2, game: 2, seat: 2 });
  go({ table: 2, game: 1, seat: 1 });
  ctrl.into(tables[1]!);
  expect(at()).toEqual({ table: 2, game: 1, seat: 1 });
});
