// What the one button of the action row says and does: it tells why not before it is pressed.
import type { TextKey } from "../lib/i18n";
import type { Hindrance, Prospect, TableView } from "../lib/protocol";
import { t } from "../lib/app.svelte";
import { tileMark, tileName } from "../tiles/names";

export type Deed = "lay" | "draw" | "stack" | "click" | "pass" | "show";

export interface Offer {
  deed: Deed;
  key: TextKey;
  facts: Record<string, string | number>;
  /** Whether the server would say no: pressing it tells the whole reason. */
  blocked: boolean;
}

interface Turn {
  view: TableView;
  touched: boolean;
  prospect: Prospect | null;
  minimum: number;
  /** Whether the server can be asked what it thinks of the draft. */
  live?: boolean;
  /** Whether who draws from a used-up middle is asked for the next stack. */
  asksStack: boolean;
  /** Whether something is to be laid in this turn of a lesson. */
  laysDue?: boolean;
}

export function offer({ view, touched, prospect, minimum, live = true, asksStack, laysDue }: Turn): Offer {
  const plain = (deed: Deed, key: TextKey): Offer => ({ deed, key, facts: {}, blocked: false });
  if (view.drew) return plain("click", "table.click");
  if (touched) {
    const [first] = prospect?.hindrances ?? [];
    if (first) return { deed: "lay", ...why(first, prospect!, minimum), blocked: true };
    if (!prospect && !live) return { ...plain("lay", "table.lay_unjudged"), blocked: true };
    // Points are what an opening is measured by; afterwards no rule counts what a move is worth.
    if (!prospect || prospect.opening === null) return plain("lay", "table.lay");
    return { deed: "lay", key: "table.lay_worth", facts: { points: prospect.opening }, blocked: false };
  }
  if (laysDue) return { ...plain("show", "table.lay_first"), blocked: true };
  if (!view.may_draw) return plain("pass", "table.pass");
  const chooses = asksStack && view.middle.tiles === 0 && view.bank.length > 1;
  return plain(chooses ? "stack" : "draw", chooses ? "table.choose_stack" : "table.draw");
}

/** The stack to name where one has to be named and nobody chooses: the first. */
export function nextStack(view: TableView, namesStack: boolean): number | null {
  return namesStack && view.middle.tiles === 0 ? (view.bank[0]?.number ?? null) : null;
}

/** A draft for ears: that it is valid and what it is worth, or all that is missing. */
export function prospectTold(prospect: Prospect, minimum: number): string {
  if (!prospect.hindrances.length) return prospect.opening === null ? t("table.draft_valid_only") : t("table.draft_valid", { points: prospect.opening });
  const named = (tiles: string[]) => tiles.map(tileName).join(", ");
  const all = prospect.hindrances.map((found) => why(found, prospect, minimum, named));
  return all.map(({ key, facts }) => `${t(key, facts)}.`).join(" ");
}

const marked = (tiles: string[]) => tiles.map(tileMark).join(" ");

function why(found: Hindrance, prospect: Prospect, minimum: number, words = marked): Pick<Offer, "key" | "facts"> {
  const tiles = words(found.melds[0] ?? found.tiles);
  const lack = Math.max(0, minimum - (prospect.opening ?? 0));
  return { key: `table.why_${found.code.replace(".", "_")}` as TextKey, facts: { tiles, lack } };
}
