// What a player can do at a table of Rummikub.
import { LiveCtrl } from "../table/ctrl";
import type { Entered } from "../table/enter";
import * as board from "./board";
import type { Board, Order, Place } from "./board";
import { RummikubState } from "./state.svelte";

const DRAFT_EVERY_MS = 250;

export class RummikubCtrl extends LiveCtrl<RummikubState> {
  private draftSent = 0;
  private draftTimer = 0;

  constructor(entered: Entered) {
    super(entered, new RummikubState());
  }

  override close(): void {
    clearTimeout(this.draftTimer);
    super.close();
  }

  draw(stack: number | null = null): void {
    if (this.state.hasDraft) this.reset();
    this.do({ t: "draw", stack });
  }

  lay(): void {
    this.do({ t: "lay", felt: board.places(this.state.board) });
  }

  /** Tiles put down on the felt. */
  put(ids: number[], x: number, y: number): void {
    this.change(board.put(this.state.board, ids, x, y));
  }

  takeBack(id: number, slot?: number): void {
    this.change(board.takeBack(this.state.board, id, slot));
  }

  /** The rack is the player's own: sorting it is no move and needs no turn. */
  reorder(id: number, slot: number): void {
    this.arrange(board.reorder(this.state.board, id, slot));
  }

  sort(order: Order): void {
    this.arrange(board.sorted(this.state.board, order));
  }

  undo(): void {
    const before = this.state.past.at(-1);
    if (!before) return;
    this.state.future = [this.state.board, ...this.state.future];
    this.state.past = this.state.past.slice(0, -1);
    this.state.board = before;
    this.sendDraft();
  }

  redo(): void {
    const [after, ...rest] = this.state.future;
    if (!after) return;
    this.state.past = [...this.state.past, this.state.board];
    this.state.future = rest;
    this.state.board = after;
    this.sendDraft();
  }

  reset(): void {
    this.state.reset();
    this.sendDraft();
  }

  /** A tile is in the hand: the others see the table without it. */
  lift(ids: number[]): void {
    const id = ids[0];
    if (id === undefined || !this.state.editable) return;
    const felt = this.state.board.felt.filter((piece) => !ids.includes(piece.id));
    const piece = board.find(this.state.board, id);
    const own = this.state.board.mine.has(id) || this.state.board.rack.some((p) => p.id === id);
    if (ids.length === 1 && piece) this.send(board.places({ ...this.state.board, felt }), piece.tile, !own);
  }

  private change(after: Board): void {
    if (after === this.state.board || !this.state.editable) return;
    this.state.past = [...this.state.past, this.state.board];
    this.state.future = [];
    this.state.board = after;
    this.state.faults = [];
    this.sendDraft();
  }

  private arrange(after: Board): void {
    this.state.board = after;
    if (!this.state.hasDraft) {
      this.state.rack = after.rack.map((piece) => piece.tile);
      this.line.say({ t: "order", rack: this.state.rack });
    }
  }

  /** At most four drafts a second; the last one always goes out. */
  private sendDraft(): void {
    if (!this.state.editable) return;
    clearTimeout(this.draftTimer);
    const wait = Math.max(0, this.draftSent + DRAFT_EVERY_MS - performance.now());
    this.draftTimer = window.setTimeout(() => this.send(board.places(this.state.board), null, false), wait);
  }

  private send(felt: Place[], lifted: string | null, fromTable: boolean): void {
    if (!this.state.editable) return;
    this.draftSent = performance.now();
    this.line.say({ t: "draft", felt, lifted, lifted_from_table: fromTable });
  }

  protected override connected(live: boolean): void {
    super.connected(live);
    // The server may have been restarted: it learns the draft again from us.
    if (live && this.state.hasDraft) this.sendDraft();
  }
}
