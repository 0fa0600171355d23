// What a player can do at a table of Rummikub.
import { LiveCtrl } from "../table/ctrl";
import type { ServerMessage } from "../lib/protocol";
import type { Entered } from "../table/enter";
import type { Command } from "../table/line";
import * as board from "./board";
import type { Board, Order } from "./board";
import { RummikubState } from "./state.svelte";
import * as trays from "./trays";

/** What a hand puts down is shown at once; only who moves faster than any hand waits. */
const DRAFT_EVERY_MS = 60;

export class RummikubCtrl extends LiveCtrl<RummikubState> {
  private draftSent = 0;
  private draftTimer = 0;
  /** What is asked next when the last answer has come: a draw is one thing to do. */
  private next: Command[] = [];

  constructor(entered: Entered) {
    super(entered, new RummikubState());
  }

  override close(): void {
    clearTimeout(this.draftTimer);
    super.close();
  }

  /** A tile of the bank, and the turn is over; `announces` says before that we shall open next. */
  draw(stack: number | null = null, announces = false): void {
    if (this.state.touched) this.reset();
    this.do({ t: "draw", stack });
    this.next = announces ? [{ t: "announce" }, { t: "click" }] : [{ t: "click" }];
  }

  lay(): void {
    const { board: now, free } = this.state;
    this.do(free ? { t: "lay", felt: board.places(now) } : { t: "lay", melds: trays.melds(now) });
  }

  override do(command: Command): void {
    this.next = [];
    super.do(command);
  }

  protected override hear(message: ServerMessage): void {
    super.hear(message);
    if (message.t === "no") this.next = [];
    const [first, ...rest] = this.next;
    if (message.t !== "ack" || !first) return;
    if (this.state.myTurn) super.do(first);
    this.next = this.state.myTurn ? rest : [];
  }

  /** Tiles put to a meld, at one of its tiles. */
  join(ids: number[], beside: number): void {
    this.change(trays.join(this.state.board, ids, beside, this.standsFor(beside)));
  }

  /** Tiles as a meld of their own. */
  layNew(ids: number[]): void {
    if (!this.state.free) return this.change(trays.layNew(this.state.board, ids));
    const { x, y } = board.freeRoom(this.state.board, ids.length);
    this.put(ids, x, y);
  }

  /** What a joker that lies stands for; nothing for another tile. */
  standsFor(id: number): string {
    const tray = trays.trays(this.state.board).find((one) => one.some((piece) => piece.id === id)) ?? [];
    const tiles = tray.map((piece) => piece.tile).join(" ");
    const drafted = this.state.outline.find((meld) => meld.tiles.join(" ") === tiles)?.jokers;
    const told = this.state.jokers[tiles] ?? drafted ?? [];
    return told[tray.filter((piece) => piece.tile === "j").findIndex((piece) => piece.id === id)] ?? "";
  }

  /** Tiles put down somewhere on a free felt. */
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

  /** Back to how the turn began; this too can be undone. */
  reset(): void {
    this.change(this.state.begun());
  }

  /** The whole table as somebody suggests it: it becomes our draft, which can be undone. */
  propose(melds: readonly (readonly string[])[]): void {
    const { view, rack, board: now } = this.state;
    if (view) this.change(trays.draftedMelds(melds.map((meld) => [...meld]), view.tableau, rack, now));
  }

  /** A tile is in the hand: the others see the table without it. */
  lift(ids: number[]): void {
    const id = ids[0];
    if (id === undefined || !this.state.editable) return;
    const now = this.state.board;
    const felt = now.felt.filter((piece) => !ids.includes(piece.id));
    const left = now.trays?.map((tray) => tray.filter((one) => !ids.includes(one))).filter((tray) => tray.length) ?? null;
    const piece = board.find(now, id);
    const own = now.mine.has(id) || now.rack.some((p) => p.id === id);
    if (ids.length === 1 && piece) this.send({ ...now, felt, trays: left }, piece.tile, !own);
  }

  /** What was lifted lies again where it lay. */
  letGo(): void {
    this.sendDraft();
  }

  private change(after: Board): void {
    if (after === this.state.board || !this.state.editable) return;
    this.state.past = [...this.state.past, this.state.board];
    this.state.future = [];
    this.state.board = after;
    this.state.faults = [];
    this.state.prospect = null;
    this.sendDraft();
  }

  private arrange(after: Board): void {
    this.state.board = after;
    if (!this.state.hasDraft) {
      this.state.rack = after.rack.map((piece) => piece.tile);
      this.line.say({ t: "order", rack: this.state.rack });
    }
  }

  /** What was put down goes out; the last one always. */
  private sendDraft(): void {
    if (!this.state.editable) return;
    clearTimeout(this.draftTimer);
    const wait = Math.max(0, this.draftSent + DRAFT_EVERY_MS - performance.now());
    this.draftTimer = window.setTimeout(() => this.send(this.state.board, null, false), wait);
  }

  private send(now: Board, lifted: string | null, fromTable: boolean): void {
    if (!this.state.editable) return;
    this.draftSent = performance.now();
    const lying = this.state.free ? { felt: board.places(now) } : { melds: trays.melds(now) };
    this.line.say({ t: "draft", ...lying, lifted, lifted_from_table: fromTable });
  }

  protected override connected(live: boolean): void {
    super.connected(live);
    // The server may have been restarted: it learns the draft again from us.
    if (live && this.state.touched) this.sendDraft();
  }
}
