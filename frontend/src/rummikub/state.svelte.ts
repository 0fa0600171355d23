// All the screen of Rummikub knows beyond what every live table has.
import type { Events, Item, OutlinedMeld, ServerMessage, Snapshot, TableView } from "../lib/protocol";
import { ACCESS } from "../table/access";
import { LiveState } from "../table/state.svelte";
import { drafted, EMPTY, fromServer, type Board, type Place } from "./board";

const MOVES = new Set(["TilesLaid", "TileDrawn", "TimeRanOut", "OpeningAnnounced"]);
const TIME_OUT = new Set(["TimeRanOut", "TileDrawn", "NothingDrawn", "TilesLaid", "LooseTilesTaken"]);
const REFEREED = new Set(
  "Challenged Paused TimeAdded TurnVoided Rewound RulingGiven WarningGiven SeatDisqualified RackInspected TimeCalled".split(" "),
);

export class RummikubState extends LiveState<TableView> {
  /** Tiles as they lie, with our own draft during our turn. */
  board = $state.raw<Board>(EMPTY);
  /** The felt without any draft: where a turn begins. */
  felt = $state.raw<Place[]>([]);
  /** Our rack as the server has it. */
  rack = $state.raw<string[]>([]);
  /** Boards before the last moves of the hand, and those taken back. */
  past = $state.raw<Board[]>([]);
  future = $state.raw<Board[]>([]);
  /** Melds and broken clusters of the draft, ours or the mover's. */
  outline = $state.raw<OutlinedMeld[]>([]);
  /** Tiles of the last play, marked until the next. */
  lastPlay = $state.raw<string[]>([]);
  /** The felt before it, as far as we saw it: which of two equal tiles is the new one. */
  beforePlay = $state.raw<Place[]>([]);
  /** A time-out with all that came of it, until the next move: everybody at the table reads it. */
  timeOut = $state.raw<Item[]>([]);
  /** Tiles that went back to the rack in it. */
  putBack = $state.raw<string[]>([]);
  /** The number of the last move somebody else made: what a dispute is about. */
  othersMove = $state<number | null>(null);
  /** What a referee did last, or somebody challenged: everybody at the table reads it. */
  refereed = $state.raw<Item | null>(null);
  /** Whether the seat to move has laid in this turn, as far as we were told. */
  private laid = false;
  /** The tile we drew in this turn. */
  drawn = $state<string | null>(null);
  /** Whether it is our turn and the clock runs. */
  myTurn = $derived(
    this.view?.phase === "playing" && this.view.turn === this.seat && !this.view.paused,
  );
  /** Whether we may move tiles about. */
  editable = $derived(this.myTurn && !this.view?.drew);
  /** Whether tiles of ours lie on the felt. */
  hasDraft = $derived(this.board.mine.size > 0);

  lastMoves = $derived(Boolean(this.view?.last_moves));

  override hear(message: ServerMessage): boolean {
    if (message.t !== "draft") return super.hear(message);
    this.outline = message.outline as OutlinedMeld[];
    if (message.seat !== this.seat) this.show(message.felt as Place[]);
    return false;
  }

  /** Back to how the turn began, with the rack in the order it has now. */
  reset(): void {
    const order = [...this.board.rack, ...this.board.felt.filter((p) => this.board.mine.has(p.id))];
    const rack = kept(order.map((piece) => piece.tile), this.rack);
    this.board = fromServer(this.felt, rack, this.board);
    this.past = this.future = [];
    this.outline = [];
  }

  protected see(snapshot: Snapshot): void {
    this.felt = snapshot.felt as Place[];
    this.lastPlay = snapshot.last_play;
    this.othersMove = snapshot.last_move ?? this.othersMove;
    if (snapshot.rack) this.rack = snapshot.rack;
    if (this.editable && this.hasDraft) return; // our hand is on the tiles
    this.board = fromServer(this.felt, this.rack, this.board);
    this.outline = (snapshot.draft?.outline ?? []) as OutlinedMeld[];
    if (!snapshot.draft) return;
    const draft = snapshot.draft.felt as Place[];
    if (snapshot.draft.seat !== this.seat) this.show(draft);
    else if (this.editable) this.goOn(draft);
  }

  /** Our own draft, begun on another page or before this one was loaded again. */
  private goOn(draft: Place[]): void {
    this.past = [this.board];
    this.future = [];
    this.board = drafted(draft, this.felt, this.rack, this.board);
  }

  protected happen({ items, clock, rack }: Events): boolean {
    if (rack) this.rack = rack;
    this.tick(clock);
    this.noteTimeOut(items);
    const wanted = items.map((item) => this.apply(item)).some(Boolean);
    const own = items.some((item) => item.data.seat === this.seat);
    if (items.some((item) => item.kind === "TurnEnded")) this.endTurn();
    else if (rack && own) this.board = fromServer(this.felt, this.rack, this.board);
    return wanted;
  }

  private noteTimeOut(items: Item[]): void {
    const at = items.findIndex((item) => item.kind === "TimeRanOut");
    if (at >= 0) {
      this.timeOut = items.slice(at).filter((item) => TIME_OUT.has(item.kind));
      const lay = (this.view?.tableau ?? []).flat();
      const lying = ((items[at]!.data.tableau ?? []) as string[][]).flat();
      const laid = items.some((item) => item.kind === "TilesLaid");
      this.putBack = laid ? [] : lying.filter((tile) => !taken(lay, tile));
    } else if (items.some((item) => MOVES.has(item.kind))) {
      this.timeOut = [];
    }
  }

  private endTurn(): void {
    this.past = this.future = [];
    this.outline = [];
    this.board = fromServer(this.felt, this.rack, this.board);
    this.drawn = this.myTurn ? null : this.drawn;
    this.faults = [];
  }

  /** Book one event; true if only a snapshot can tell what it means. */
  private apply(item: Item): boolean {
    const view = this.view;
    if (!view) return true;
    const seat = item.data.seat as number;
    if (REFEREED.has(item.kind)) this.refereed = item;
    if (MOVES.has(item.kind) && seat !== this.seat) this.othersMove = item.seq;
    switch (item.kind) {
      case "ReadinessDeclared":
        this.view = withSeat(view, seat, { ready: true });
        return false;
      case "OpeningAnnounced":
        this.view = withSeat(view, seat, { announced: true });
        return false;
      case "ResultConfirmed":
        this.view = withSeat(view, seat, { confirmed: true });
        return false;
      case "TileDrawn": {
        const middle = { ...view.middle, tiles: Math.max(0, view.middle.tiles - 1) };
        const tiles = (view.seats[seat]?.tiles ?? 0) + 1;
        this.view = { ...withSeat(view, seat, { tiles }), middle, drew: view.drew || seat === view.turn };
        if (seat === this.seat) this.drawn = item.data.tile as string;
        return false;
      }
      case "TilesLaid": {
        const laid = item.data.laid as string[];
        const tiles = (view.seats[seat]?.tiles ?? 0) - laid.length;
        const tableau = item.data.tableau as string[][];
        this.view = { ...withSeat(view, seat, { tiles, opened: true }), tableau };
        this.beforePlay = this.felt;
        this.felt = item.data.felt as Place[];
        this.lastPlay = laid;
        this.laid = true;
        return false;
      }
      case "TurnEnded": {
        const turn = item.data.next_seat as number;
        const plain = this.isPlainTurn(view);
        const whole = (this.welcome?.rules.turn_time_s as number | undefined) ?? view.turn_time_s;
        this.laid = false;
        this.view = { ...withSeat(view, turn, { announced: false }), turn, drew: false, turn_time_s: whole };
        return turn === this.seat && !plain;
      }
      case "Paused":
        this.view = { ...view, paused: true };
        return false;
      case ACCESS:
        return false;
      default:
        return true;
    }
  }

  /** Whether the turn that ends leaves nothing to the rules: a move was made, tiles are left to draw. */
  private isPlainTurn(view: TableView): boolean {
    const left = view.middle.tiles + view.bank.reduce((sum, stack) => sum + stack.tiles, 0);
    const moved = view.drew || this.laid;
    return moved && left > 0 && view.may_draw && !view.last_moves && view.clicked_early === null;
  }

  private show(felt: Place[]): void {
    this.board = fromServer(felt, this.board.rack.map((piece) => piece.tile), this.board);
  }
}

/** Takes a tile out of a list, if it is there. */
function taken(tiles: string[], tile: string): boolean {
  const at = tiles.indexOf(tile);
  if (at >= 0) tiles.splice(at, 1);
  return at >= 0;
}

function withSeat(view: TableView, seat: number, changes: Partial<TableView["seats"][number]>): TableView {
  const seats = view.seats.map((one, i) => (i === seat ? { ...one, ...changes } : one));
  return { ...view, seats };
}

/** `rack` in the order of `order`; what is new comes last. */
function kept(order: string[], rack: string[]): string[] {
  const left = [...rack];
  const first = order.filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...first, ...left];
}
