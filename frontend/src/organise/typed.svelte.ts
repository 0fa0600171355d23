// Results that are typed and not saved yet: every room of the desk knows of them, in every tab of this device.
import { getContext, setContext } from "svelte";
import { forget, heardUnder, keep, keptUnder } from "../lib/kept";
import type { Round } from "../tournament/shapes";
import type { TypedSheet } from "../tournament/sheet";
import { liveDraft, type Column } from "./grid";

export interface Unsaved {
  key: string;
  round: number;
  table: number;
  game: number;
  /** A result that counts is being changed; else one that is not there yet. */
  corrects: boolean;
  /** It stands in the form of its game, not in the grid. */
  inForm: boolean;
}

/** A form of one game, as far as it is filled in. */
export interface Form {
  sheet: TypedSheet;
  corrects: boolean;
  /** The version of the result it was filled in over, 0 where there was none. */
  over: number;
}

const CONTEXT = Symbol("typed");

/** Another tab has typed something, or given it up. */
function hear<T>(typed: Record<string, T>, key: string, text: string | null): void {
  if (text) typed[key] = JSON.parse(text) as T;
  else delete typed[key];
}

export class Typed {
  /** By round/table/game. */
  drafts = $state<Record<string, Column>>({});
  /** Games on their way to the server. */
  saving = $state<Record<string, boolean>>({});
  /** The game under somebody's hand, by its key: nobody has to be told of it. */
  hand = $state("");
  /** What is to be looked at in the grid as soon as it is on show. */
  wanted = $state.raw<Unsaved | null>(null);

  /** Forms of one game, as far as they are filled in; by the same keys. */
  forms = $state<Record<string, Form>>({});
  /** What this browser would not keep, by its key: it goes with the tab. */
  readonly #loose = new Set<string>();
  readonly #grid: string;
  readonly #form: string;

  constructor(tournament: string) {
    // A key for each game: two tabs at two games never write over each other.
    [this.#grid, this.#form] = [`stolik.grid.${tournament}.`, `stolik.form.${tournament}.`];
    for (const [key, text] of Object.entries(keptUnder(this.#grid))) hear(this.drafts, key, text);
    for (const [key, text] of Object.entries(keptUnder(this.#form))) hear(this.forms, key, text);
  }

  /** What the other tabs type and give up, until the desk is left. */
  follow(): () => void {
    const stops = [
      heardUnder(this.#grid, (key, text) => hear(this.drafts, key, text)),
      heardUnder(this.#form, (key, text) => hear(this.forms, key, text)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Whether closing this tab would lose something that is typed. */
  get isLoose(): boolean {
    return this.#loose.size > 0;
  }

  keep(key: string): void {
    this.#store(this.#grid + key, this.drafts[key]);
  }

  keepForm(key: string, form: Form): void {
    this.forms[key] = form;
    this.#store(this.#form + key, form);
  }

  drop(key: string): void {
    delete this.drafts[key];
    this.#store(this.#grid + key, undefined);
    this.dropForm(key);
  }

  dropForm(key: string): void {
    delete this.forms[key];
    this.#store(this.#form + key, undefined);
  }

  #store(name: string, typed: Column | Form | undefined): void {
    this.#loose.delete(name);
    if (!typed) forget(name);
    else if (!keep(name, JSON.stringify(typed))) this.#loose.add(name);
  }

  /** What nobody has saved; of the round being played it is known whether it says anything new. */
  unsaved(current: Round | null, byPlace: boolean): Unsaved[] {
    const saysNothing = ({ round, table, game, key }: Unsaved) => {
      const at = round === current?.round ? current.tables.find((one) => one.table === table) : undefined;
      const found = at?.games.find((one) => one.game === game);
      return at && found && !liveDraft(this.drafts[key]!, at, found, byPlace);
    };
    const one = (key: string, corrects: boolean, inForm: boolean): Unsaved => {
      const [round = 0, table = 0, game = 0] = key.split("/").map(Number);
      return { key, round, table, game, corrects, inForm };
    };
    const inGrid = Object.entries(this.drafts).map(([key, draft]) => one(key, Boolean(draft.over), false));
    const inForms = Object.entries(this.forms).map(([key, form]) => one(key, form.corrects, true));
    return [
      ...inGrid.filter((typed) => !this.saving[typed.key] && !saysNothing(typed)),
      ...inForms.filter((typed) => !this.drafts[typed.key]),
    ];
  }
}

/** The desk keeps what was typed; its rooms find it. */
export function keepTyped(tournament: string): Typed {
  return setContext(CONTEXT, new Typed(tournament));
}

export const findTyped = (): Typed => getContext<Typed>(CONTEXT);
