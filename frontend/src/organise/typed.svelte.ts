// Results that are typed and not saved yet: every room of the desk knows of them.
import { getContext, setContext } from "svelte";
import { keepInTab, keptInTab } from "../lib/kept";
import type { Round } from "../tournament/shapes";
import { liveDraft, type Column } from "./grid";

export interface Unsaved {
  key: string;
  round: number;
  table: number;
  game: number;
  /** A result that counts is being changed; else one that is not there yet. */
  corrects: boolean;
}

const CONTEXT = Symbol("typed");

export class Typed {
  /** By round/table/game. */
  drafts = $state<Record<string, Column>>({});
  /** Games on their way to the server. */
  saving = $state<Record<string, boolean>>({});
  /** The game under somebody's hand, by its key: nobody has to be told of it. */
  hand = $state("");
  /** What is to be looked at in the grid as soon as it is on show. */
  wanted = $state.raw<Unsaved | null>(null);

  readonly #kept: string;

  constructor(tournament: string) {
    this.#kept = `stolik.grid.${tournament}`;
    // What was typed survives another room of the desk, and the page loaded again.
    this.drafts = JSON.parse(keptInTab(this.#kept) || "{}") as Record<string, Column>;
  }

  keep(): void {
    keepInTab(this.#kept, Object.keys(this.drafts).length ? JSON.stringify(this.drafts) : "");
  }

  drop(key: string): void {
    delete this.drafts[key];
    this.keep();
  }

  /** What nobody has saved; of the round being played it is known whether it says anything new. */
  unsaved(current: Round | null, byPlace: boolean): Unsaved[] {
    const saysNothing = ({ round, table, game, key }: Unsaved) => {
      const at = round === current?.round ? current.tables.find((one) => one.table === table) : undefined;
      const found = at?.games.find((one) => one.game === game);
      return at && found && !liveDraft(this.drafts[key]!, at, found, byPlace);
    };
    return Object.entries(this.drafts)
      .map(([key, draft]) => {
        const [round = 0, table = 0, game = 0] = key.split("/").map(Number);
        return { key, round, table, game, corrects: Boolean(draft.over) };
      })
      .filter((one) => !this.saving[one.key] && !saysNothing(one));
  }
}

/** The desk keeps what was typed; its rooms find it. */
export function keepTyped(tournament: string): Typed {
  return setContext(CONTEXT, new Typed(tournament));
}

export const findTyped = (): Typed => getContext<Typed>(CONTEXT);
