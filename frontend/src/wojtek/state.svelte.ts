// All the screen of Miś Wojtek knows beyond what every live table has.
import type { BoardShown, Events, Item, Snapshot, WojtekFrame, WojtekOptions, WojtekTableView } from "../lib/protocol";
import type { Move } from "./ctrl";
import { dueOf } from "./lesson";
import { LiveState } from "../table/state.svelte";

const LOG_LINES = 60;

export class WojtekState extends LiveState<WojtekTableView> {
  /** What our seat may do now; null while somebody else is waited for. */
  options = $state.raw<WojtekOptions | null>(null);
  /** Our travel cards. */
  hand = $state.raw<string[]>([]);
  /** Which of them are picked, by their place in the hand. */
  picked = $state.raw<number[]>([]);
  /** The slot of the display and the own card picked for a move by three cards. */
  slot = $state<string | null>(null);
  own = $state<string | null>(null);
  /** An earlier moment of the game the judge looks at. */
  preview = $state.raw<WojtekTableView | null>(null);
  /** What happened before we came, where we may read it. */
  past = $state.raw<WojtekFrame[]>([]);
  /** A move that would end our game, and is not said yet. */
  pending = $state.raw<Move | null>(null);
  /** What happened, the latest last. */
  log = $state.raw<Item[]>([]);

  board = $derived((this.welcome?.rules ?? null) as unknown as BoardShown | null);
  /** The turn to learn now, where the game is learned. */
  due = $derived(dueOf(this.board, this.view, this.seat));
  isJudge = $derived(this.welcome?.role === "referee");
  myTurn = $derived(this.options !== null);
  lastMoves = $derived(Boolean(this.view?.last_turns?.length));
  /** How many games are played at this table. */
  games = $derived(this.welcome?.games ?? 1);
  /** The seat to move if it is not there and no clock passes its turn. */
  awaited = $derived.by(() => {
    const view = this.view;
    if (!view || view.paused || view.turn_time_s || this.present[view.turn] !== false) return null;
    return view.phase === "playing" || view.waiting === "start" ? view.turn : null;
  });
  /** Something waits for the judge's word. */
  judgeWanted = $derived(
    ["city", "three_cards", "arrival"].includes(this.view?.waiting ?? "") ||
      this.awaited !== null ||
      (this.view?.reports ?? []).some((one) => !one.decision),
  );
  /** The cards that are picked. */
  cards = $derived(this.picked.map((at) => this.hand[at] ?? ""));

  unpick(): void {
    this.picked = [];
    this.slot = this.own = this.pending = null;
  }

  protected see(snapshot: Snapshot): void {
    this.options = (snapshot.options ?? null) as WojtekOptions | null;
    if (snapshot.rack && snapshot.rack.join() !== this.hand.join()) this.hand = snapshot.rack;
    this.unpick();
  }

  protected happen({ items }: Events): boolean {
    this.log = [...this.log, ...items].slice(-LOG_LINES);
    this.faults = [];
    this.notice = ""; // it was about the turn before
    return false;
  }
}
