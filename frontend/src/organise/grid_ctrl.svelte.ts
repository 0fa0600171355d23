// What a hand at the keyboard does with the grid of a round: fill a cell, go on, save a game.
import { newId, Offline, post, query, Refused, faultText } from "../lib/api";
import { t } from "../lib/app.svelte";
import type { Changes } from "../lib/http_types";
import { isMissing, versionOf } from "../tournament/party";
import type { Game, Round, RoundTable } from "../tournament/shapes";
import type { TournamentStore } from "../tournament/store.svelte";
import { after, begun, bothTold, dueColumn, ENDINGS, firstSpot, isOutrun, isUntouched, isWhole, lacksEnd, lettersOf, liveDraft, nextDue, onto, put, recorded, requestOf, seatBy, typedIn, withoutLeft, type Column, type Spot } from "./grid";
import type { Typed } from "./typed.svelte";

/** Something stands between a typed game and the log: a reason, a second look, a mistake, somebody else's result. */
interface Question {
  spot: Spot;
  kind: "correct" | "twice" | "refused" | "outrun";
  message: string;
  changes: Changes | null;
  /** The version of the result it shows: who answers has read no other. */
  shown?: number;
  /** Only that the server could not be reached. */
  unreached?: boolean;
  /** The hand goes on typing elsewhere: the question waits in sight and takes nothing from it. */
  waits?: boolean;
}

/** Refusals that say: somebody else was first. */
const OUTRUN = ["result.changed_meanwhile", "result.already_recorded"];

export class GridCtrl {
  /** The cell that has the hand. */
  at = $state<Spot | null>(null);
  question = $state.raw<Question | null>(null);
  reason = $state("");
  /** Puts the hand into a cell; the screen knows where it is. */
  focus: (spot: Spot) => void = () => {};

  #isClosed = false;
  #jumped: Spot | null = null;
  /** Where a letter has gone by itself: the Enter of habit after it would skip this seat. */
  #arrived: Spot | null = null;
  /** The game whose last seat was passed with a cell still empty: once that is filled the row is whole. */
  #passed = "";

  constructor(
    readonly event: TournamentStore,
    /** The round on show. */
    readonly round: () => Round | null,
    /** Games that are typed and not saved yet. */
    readonly typed: Typed,
  ) {}

  get drafts(): Record<string, Column> {
    return this.typed.drafts;
  }

  get saving(): Record<string, boolean> {
    return this.typed.saving;
  }

  get byPlace(): boolean {
    return this.event.game?.byPlace ?? false;
  }

  get #tables(): RoundTable[] {
    return this.round()?.tables ?? [];
  }

  keyOf(table: number, game: number): string {
    return `${this.round()?.round ?? 0}/${table}/${game}`;
  }

  draftOf(table: RoundTable, game: Game): Column | null {
    const draft = this.drafts[this.keyOf(table.table, game.game)];
    return draft ? liveDraft(draft, table, game, this.byPlace) : null;
  }

  /** The column on show: what is being typed, else what counts; null where only points are known. */
  columnOf(table: RoundTable, game: Game): Column | null {
    const draft = this.draftOf(table, game);
    if (draft) return draft;
    return game.result === "missing" ? dueColumn(game) : recorded(table, game, this.byPlace);
  }

  /** Whether a game still waits for a hand. */
  isDue = (table: RoundTable, game: Game): boolean =>
    isMissing(table, game) && !this.saving[this.keyOf(table.table, game.game)];

  type(spot: Spot, text: string): void {
    this.#arrived = null;
    this.#fill(spot, typedIn(text));
    // A place is one digit: the hand goes on by itself.
    if (this.byPlace && typedIn(text)) this.#goOnByItself(spot);
  }

  /** A letter: true if it meant something. */
  letter(spot: Spot, key: string): boolean {
    if (lettersOf(this.byPlace).includes(key)) {
      this.#fill(spot, key);
      this.#goOnByItself(spot);
      return true;
    }
    const ending = this.byPlace ? undefined : ENDINGS[key];
    if (ending) {
      this.#change(spot, (column) => (column.ending = ending));
      const [table, game] = this.#found(spot);
      if (table && game && this.#isWhole(table, game)) this.#byItself(() => this.#leave(table, game, spot));
      return true;
    }
    if (key !== "n") return false;
    this.#byItself(() => this.#jump(nextDue(this.#tables, spot.table, this.isDue)));
    return true;
  }

  /** Enter or Tab: the next cell, unless a letter has just gone there. A game that is corrected is typed as a new one. */
  enter(spot: Spot): void {
    const arrived = this.#arrived;
    this.#arrived = null;
    if (arrived && arrived.table === spot.table && arrived.game === spot.game && arrived.seat === spot.seat) return;
    this.#goOn(spot);
  }

  /** Up or down the game, past everybody who has left; false: there is no further seat. */
  step(spot: Spot, by: 1 | -1): boolean {
    const [table, game] = this.#found(spot);
    const seat = table && game ? seatBy(table, game, spot.seat, by) : null;
    this.#arrived = null;
    if (seat !== null) this.#jump({ ...spot, seat });
    return seat !== null;
  }

  /** The next cell; a game that is whole is saved on the way. */
  #goOn(spot: Spot): void {
    const [table, game] = this.#found(spot);
    if (!table || !game) return;
    const seat = this.#nextSeat(table, game, spot);
    if (seat !== null) return this.#jump({ ...spot, seat });
    this.#leave(table, game, spot);
  }

  /** The next seat of the row; null: every seat was passed, and the row is judged. */
  #nextSeat(table: RoundTable, game: Game, spot: Spot): number | null {
    if (this.#passed === this.keyOf(table.table, game.game) && this.#isWhole(table, game)) return null;
    return seatBy(table, game, spot.seat);
  }

  /** After a letter; a result that counts already is left by Enter alone, which then answers nothing unseen. */
  #goOnByItself(spot: Spot): void {
    const [table, game] = this.#found(spot);
    const isLast = table && game && this.#nextSeat(table, game, spot) === null;
    if (!(isLast && game.result !== "missing")) this.#byItself(() => this.#goOn(spot));
  }

  #byItself(move: () => void): void {
    this.#jumped = null;
    move();
    this.#arrived = this.#jumped;
  }

  /** The room is left: no answer that is still on its way puts a hand into it again. */
  close(): void {
    this.#isClosed = true;
    this.typed.hand = "";
  }

  /** The hand is in a cell. */
  arrive(spot: Spot): void {
    this.at = spot;
    this.typed.hand = this.keyOf(spot.table, spot.game);
    if (this.#passed !== this.typed.hand) this.#passed = "";
  }

  /** Into a table by a click beside its cells: where the hand is there already, else its next empty cell. */
  into(table: RoundTable): void {
    const { at } = this;
    if (at?.table === table.table && this.typed.hand) return this.#jump(at);
    const game = table.games.find((one) => this.isDue(table, one)) ?? table.games[0];
    if (!game) return;
    const cells = this.columnOf(table, game)?.cells ?? {};
    const gap = table.seats.findIndex((seat) => !cells[seat.entrant]);
    this.#jump(gap < 0 ? firstSpot(table, game) : { table: table.table, game: game.game, seat: gap });
  }

  /** The server answers again: that it could not be reached is no news any more. What is unsaved says so itself. */
  reached(): void {
    if (this.question?.unreached) this.question = null;
  }

  /** The hand has left a table: a correction is asked about, whatever is done next. */
  depart(table: RoundTable): void {
    this.typed.hand = "";
    const game = table.games.find((one) => this.#corrects(table, one) && this.#isWhole(table, one));
    if (game && !this.question) this.#leave(table, game, { table: table.table, game: game.game, seat: this.at?.seat ?? 0 }, true);
  }

  /** Whether a result that counts is being changed. */
  #corrects(table: RoundTable, game: Game): boolean {
    const key = this.keyOf(table.table, game.game);
    return game.result !== "missing" && !this.saving[key] && this.draftOf(table, game) !== null;
  }

  /** What was typed over a game is taken back. */
  drop(spot: Spot): void {
    this.typed.drop(this.keyOf(spot.table, spot.game));
    if (this.question) this.question = null;
    this.#jump(spot);
  }

  /** Yes to what was asked: the reason is written, or the sheet was looked at twice. */
  async answer(): Promise<void> {
    const asked = this.question;
    const [table, game] = asked ? this.#found(asked.spot) : [];
    if (!asked || !table || !game) return;
    this.question = null;
    if (asked.kind === "refused") return this.#jump(asked.spot);
    if (asked.kind === "outrun") return this.#takeUp(table, game, asked);
    await this.#save(table, game, asked.spot, { sure: true, ...(asked.kind === "correct" ? { reason: this.reason } : {}) });
  }

  #isWhole(table: RoundTable, game: Game): boolean {
    const draft = this.draftOf(table, game);
    return draft !== null && isWhole(table, draft, this.byPlace);
  }

  /** `elsewhere`: the hand is at another table already. */
  #leave(table: RoundTable, game: Game, spot: Spot, elsewhere = false): void {
    const draft = this.draftOf(table, game);
    if (!draft) return this.#jump(after(this.#tables, spot, this.isDue));
    if (isOutrun(draft, game)) return this.#showBoth(table, game, draft, spot, elsewhere);
    if (lacksEnd(table, draft, this.byPlace)) {
      return this.#ask({ spot, kind: "refused", message: t("grid.who_went_out"), changes: null, waits: true });
    }
    const gap = table.seats.findIndex((seat) => !draft.cells[seat.entrant]);
    if (gap >= 0) {
      this.#passed = this.keyOf(table.table, game.game);
      return this.#jump({ ...spot, seat: gap });
    }
    if (game.result !== "missing") return void this.#askReason(table, game, spot, elsewhere);
    void this.#save(table, game, spot, {});
    this.#jump(after(this.#tables, { ...spot, seat: table.seats.length }, this.isDue));
  }

  async #askReason(table: RoundTable, game: Game, spot: Spot, waits: boolean): Promise<void> {
    const key = this.keyOf(table.table, game.game);
    const typed = JSON.stringify(this.drafts[key]);
    const request = requestOf(this.round()!.round, table, game, this.draftOf(table, game)!, this.byPlace);
    this.reason ||= t("grid.reason_usual");
    try {
      const told = await query<{ changes?: Changes }>(this.event.here, {
        ...request, reason: this.reason, sure: true, preview: true,
      });
      // Typed on meanwhile: what was told is about another result, and is asked about when that is left.
      if (JSON.stringify(this.drafts[key]) !== typed) return;
      this.#ask({ spot, kind: "correct", message: "", changes: told.changes ?? null, waits });
    } catch (error) {
      await this.#refuse(spot, error);
    }
  }

  #ask(question: Question): void {
    if (this.#isClosed) return; // the room was left meanwhile: the others say what is unsaved
    this.question = question;
    if (question.waits) return;
    this.typed.hand = this.keyOf(question.spot.table, question.spot.game);
  }

  #showBoth(table: RoundTable, game: Game, draft: Column, spot: Spot, waits = false): void {
    const message = t("grid.outrun", bothTold(table, game, draft, this.byPlace));
    this.#layOn(table, game, draft);
    this.#ask({ spot, kind: "outrun", message, changes: null, shown: versionOf(game), waits });
  }

  /** The column on show is what would be saved; it stays somebody else's until that was read. */
  #layOn(table: RoundTable, game: Game, draft: Column): void {
    const counts = recorded(table, game, this.byPlace);
    if (!counts) return;
    const key = this.keyOf(table.table, game.game);
    this.drafts[key] = { ...onto(counts, draft, game), over: draft.over };
    this.typed.keep(key);
  }

  /** Both were read: what was typed here goes on over what counts now. */
  #takeUp(table: RoundTable, game: Game, { spot, shown }: Question): void {
    const key = this.keyOf(table.table, game.game);
    if (shown !== versionOf(game)) return this.#showBoth(table, game, this.drafts[key]!, spot); // corrected once more since
    this.drafts[key] = onto(recorded(table, game, this.byPlace), this.drafts[key]!, game);
    this.typed.keep(key);
    this.#leave(table, game, spot);
  }

  async #save(table: RoundTable, game: Game, spot: Spot, more: Record<string, unknown>): Promise<void> {
    const key = this.keyOf(table.table, game.game);
    const draft = this.drafts[key] && withoutLeft(this.drafts[key], game);
    if (!draft || this.saving[key]) return;
    this.saving[key] = true;
    const before = versionOf(game);
    const isShown = () => versionOf(this.#found(spot)[1] ?? game) !== before || this.keyOf(spot.table, spot.game) !== key;
    const request = { ...requestOf(this.round()!.round, table, game, draft, this.byPlace), ...more };
    try {
      await this.event.writing(() => post(this.event.here, request, newId()), isShown);
      this.typed.drop(key);
      if (more.reason) this.#jump(spot);
      else if (more.sure) this.#jump(after(this.#tables, { ...spot, seat: table.seats.length }, this.isDue));
    } catch (error) {
      await this.#refuse(spot, error);
    } finally {
      delete this.saving[key];
    }
  }

  async #refuse(spot: Spot, error: unknown): Promise<void> {
    if (!(error instanceof Refused || error instanceof Offline)) throw error;
    if (error instanceof Refused && OUTRUN.includes(error.code)) await this.event.load();
    const [table, game] = this.#found(spot);
    const draft = table && game && this.draftOf(table, game);
    if (draft && isOutrun(draft, game)) return this.#showBoth(table, game, draft, spot);
    const twice = error instanceof Refused && error.code === "result.look_twice";
    // The hand may be in the next game by now: it is taken to the words, never into a cell it did not choose.
    this.#ask({ spot, kind: twice ? "twice" : "refused", message: faultText(error), changes: null, unreached: error instanceof Offline });
  }

  #found(spot: Spot): [RoundTable?, Game?] {
    const table = this.#tables.find((one) => one.table === spot.table);
    return [table, table?.games.find((one) => one.game === spot.game)];
  }

  #fill(spot: Spot, cell: string): void {
    const [table] = this.#found(spot);
    const entrant = table?.seats[spot.seat]?.entrant;
    if (entrant !== undefined) this.#change(spot, (column) => put(column, entrant, cell));
  }

  #change(spot: Spot, change: (column: Column) => void): void {
    const [table, game] = this.#found(spot);
    if (!table || !game) return;
    const key = this.keyOf(spot.table, spot.game);
    if (this.saving[key]) return;
    if (!this.draftOf(table, game)) this.drafts[key] = begun(this.columnOf(table, game), game);
    change(this.drafts[key]!);
    const asked = this.question?.spot;
    if (asked?.table === spot.table && asked.game === spot.game) this.question = null; // what it told is not what is typed any more
    if (isUntouched(this.drafts[key]!)) this.typed.drop(key);
    else this.typed.keep(key);
  }

  #jump(spot: Spot | null): void {
    this.#jumped = spot;
    if (spot) this.focus(spot);
  }
}
