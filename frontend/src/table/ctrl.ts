// What a player can do at a table.
import { rememberClosing, rememberCommit } from "../lib/commits";
import type { ServerMessage } from "../lib/protocol";
import * as board from "./board";
import type { Board, Order, Place } from "./board";
import type { Entered } from "./enter";
import type { Command, Line } from "./line";
import { TableState } from "./state.svelte";

const DRAFT_EVERY_MS = 250;

export class TableCtrl {
  readonly state = new TableState();
  private readonly line: Line;
  private draftSent = 0;
  private draftTimer = 0;

  constructor(private readonly entered: Entered) {
    this.line = entered.line;
  }

  open(): void {
    this.entered.listen({
      message: (message) => this.hear(message),
      connected: (live) => this.connected(live),
      people: (people) => this.state.meet(people),
    });
  }

  close(): void {
    clearTimeout(this.draftTimer);
    this.line.close();
  }

  do(command: Command): void {
    this.state.faults = [];
    this.line.ask(command);
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
      this.line.say({ t: "order", rack: after.rack.map((piece) => piece.tile) });
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

  private hear(message: ServerMessage): void {
    if (message.t === "deal") rememberCommit(message.ctx, message.commit);
    if (message.t === "events") for (const one of message.items) rememberClosing(one.kind, one.data.fair);
    if (this.state.hear(message)) this.line.say({ t: "resume", last_seq: 0 });
  }

  private connected(live: boolean): void {
    if (this.state.connection === "closed") this.line.close();
    else this.state.connection = live ? "live" : "lost";
    // The server may have been restarted: it learns the draft again from us.
    if (live && this.state.hasDraft) this.sendDraft();
  }
}
