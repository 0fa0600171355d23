import { expect, test } from "vitest";
import type { TableView } from "../lib/protocol";
import { t } from "../lib/app.svelte";
import { tileName } from "../tiles/names";
import { offer, nextStack, prospectTold } from "./action";

const view = (changes: object = {}) =>
  ({ drew: false, may_draw: true, middle: { tiles: 5 }, bank: [{ number: 2, tiles: 7 }, { number: 4, tiles: 7 }], ...changes }) as unknown as TableView;
const turn = { view: view(), touched: false, prospect: null, minimum: 30, asksStack: true };

test("a turn without a tile laid is one draw, a pass where there is nothing to draw", () => {
  expect(offer(turn).deed).toBe("draw");
  expect(offer({ ...turn, view: view({ may_draw: false }) }).deed).toBe("pass");
});

test("a stack is chosen where there is a choice, and only there", () => {
  const used = view({ middle: { tiles: 0 } });
  const last = view({ middle: { tiles: 0 }, bank: [{ number: 4, tiles: 7 }] });
  expect(offer({ ...turn, view: used }).deed).toBe("stack");
  expect(offer({ ...turn, view: used, asksStack: false }).deed).toBe("draw");
  expect(offer({ ...turn, view: last }).deed).toBe("draw");
  expect(nextStack(last, true)).toBe(4);
  expect(nextStack(view(), true)).toBeNull();
});

test("in a lesson nobody is led to draw where something is to be laid", () => {
  expect(offer({ ...turn, laysDue: true })).toMatchObject({ deed: "show", blocked: true });
  expect(offer({ ...turn, laysDue: true, touched: true }).deed).toBe("lay");
});

test("it says why not before it is pressed, and what is missing to open", () => {
  const low = { code: "opening.too_low", article: "4.2", tiles: [], melds: [] };
  const found = offer({ ...turn, touched: true, prospect: { laid: 3, worth: 18, opening: 18, hindrances: [low] } });
  expect(found).toMatchObject({ deed: "lay", blocked: true, key: "table.why_opening_too_low", facts: { lack: 12 } });
});

test("it says what it will do when nothing hinders", () => {
  const found = offer({ ...turn, touched: true, prospect: { laid: 3, worth: 33, opening: 33, hindrances: [] } });
  expect(found).toMatchObject({ deed: "lay", blocked: false, key: "table.lay_worth", facts: { points: 33 } });
});

test("after the opening no points are told: no rule counts them", () => {
  const prospect = { laid: 1, worth: 10, opening: null, hindrances: [] };
  expect(offer({ ...turn, touched: true, prospect })).toMatchObject({ key: "table.lay", blocked: false, facts: {} });
  expect(prospectTold(prospect, 30)).toBe(t("table.draft_valid_only"));
});

test("ears are told what a draft is worth, or what it lacks, by the names of tiles", () => {
  const prospect = { laid: 4, worth: 30, opening: 30, hindrances: [] };
  expect(prospectTold(prospect, 30)).toBe(t("table.draft_valid", { points: 30 }));
  const short = { code: "meld.too_short", article: "", tiles: [], melds: [["b6", "b7"]] };
  expect(prospectTold({ ...prospect, hindrances: [short] }, 30)).toContain(`${tileName("b6")}, ${tileName("b7")}`);
  const low = { code: "opening.too_low", article: "", tiles: [], melds: [] };
  expect(prospectTold({ ...prospect, opening: 21, hindrances: [low] }, 30)).toContain("9");
});

test("while the line is broken nobody says that a draft may be laid", () => {
  expect(offer({ ...turn, touched: true })).toMatchObject({ key: "table.lay", blocked: false });
  expect(offer({ ...turn, touched: true, live: false })).toMatchObject({ key: "table.lay_unjudged", blocked: true });
});
