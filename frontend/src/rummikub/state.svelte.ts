// All the screen of Rummikub knows beyond what every live table has.
import type { DraftShown, Events, Item, OutlinedMeld, Prospect, ServerMessage, Snapshot, TableView } from "../lib/protocol";
import { keep, kept as remembered } from "../lib/kept";
import { ACCESS } from "../table/access";
import { LiveState } from "../table/state.svelte";
import { drafted, EMPTY, fromServer, type Board, type Place } from "./board";
import { draftedMelds, fromMelds, melds } from "./trays";

const MOVES = new Set(["TilesLaid", "TileDrawn", "TimeRanOut", "OpeningAnnounced"]);
/** After these nothing is left of a time-out told before. */
const VOID = new Set(["Rewound", "TurnVoided", "TilesDealt"]);
const TIME_OUT = new Set(["TimeRanOut", "TileDrawn", "NothingDrawn", "TilesLaid", "LooseTilesTaken"]);
/** A turn ended without a move, as the story has it. */
const PASSED = "Passed";
const LINES_KEPT = 100;
const STACKS = "stolik.stacks";
const STORY = new Set(
  "TilesDealt GameStarted TilesLaid TileDrawn NothingDrawn OpeningAnnounced TimeRanOut TurnRestarted LooseTilesTaken StackPlaced Challenged Paused Resumed TimeAdded TurnVoided Rewound RulingGiven WarningGiven SeatDisqualified RackInspected TimeCalled GameEnded".split(" "),
);
const REFEREED = new Set(
  "Challenged Paused TimeAdded TurnVoided Rewound RulingGiven WarningGiven SeatDisqualified RackInspected TimeCalled RedealAsked".split(" "),
);
/** What a game taken back leaves behind: words to people, not what became of the tiles. */
const OUTLIVES_REWIND = new Set("Challenged RulingGiven WarningGiven SeatDisqualified RackInspected".split(" "));

export class RummikubState extends LiveState<TableView> {
  /** Tiles as they lie, with our own draft during our turn. */
  board = $state.raw<Board>(EMPTY);
  /** The felt without any draft, by its places: where a turn begins. */
  felt = $state.raw<Place[]>([]);
  /** The felt as it looks now, by its places: for who only looks. */
  lying = $state.raw<Place[]>([]);
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
  beforeMelds = $state.raw<string[][]>([]);
  /** Whose play it was. */
  playedBy = $state<number | null>(null);
  /** What jokers stand for that lie, by the tiles of their melds. */
  jokers = $state.raw<Record<string, string[]>>({});
  /** What would come of ending the turn with our draft; null until the server has looked at it. */
  prospect = $state.raw<Prospect | null>(null);
  /** What happened in this game, in order: the story at the side. */
  story = $state.raw<Item[]>([]);
  /** A time-out with all that came of it, until the next move: everybody at the table reads it. */
  timeOut = $state.raw<Item[]>([]);
  /** Tiles that went back to the rack in it. */
  putBack = $state.raw<string[]>([]);
  /** The number of the last move somebody else made: what a dispute is about. */
  othersMove = $state<number | null>(null);
  /** What a referee did, or somebody challenged, until it is read; the story keeps it. */
  refereed = $state.raw<Item[]>([]);
  /** When by our own clock the house acts for who is waited for. */
  waitsUntil = $state<number | null>(null);
  /** What each seat has of all games that ended here. */
  match = $state.raw<{ big: number; small: number }[]>([]);
  /** How many turns of anybody we saw end. */
  turns = $state(0);
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
  /** Whether tiles lie where a hand puts them and their places make the melds. */
  free = $derived(Boolean(this.welcome?.rules.free_felt));
  /** Whether anything lies otherwise than when the turn began. */
  touched = $derived(this.hasDraft || (!this.free && this.editable && !same(melds(this.board), this.view?.tableau ?? [])));

  /** Whether by the rules who draws from a used-up middle names the next stack. */
  namesStack = $derived(this.welcome?.rules.next_stack === "active_player");
  private stackWish = $state(remembered(STACKS));
  /** Whether we are asked for it: all are equal, so outside tournaments only who wants to be. */
  asksStack = $derived(this.namesStack && (this.stackWish ?? (this.people ? "asked" : "any")) === "asked");

  lastMoves = $derived(Boolean(this.view?.last_moves));

  override hear(message: ServerMessage): boolean {
    if (message.t !== "draft") return super.hear(message);
    this.outline = message.outline as OutlinedMeld[];
    this.prospect = message.prospect as Prospect | null;
    this.lying = message.felt as Place[];
    if (message.seat !== this.seat) this.show(message);
    return false;
  }

  /** Whether to be asked for a stack from now on, at every table. */
  askStack(asked: boolean): void {
    this.stackWish = asked ? "asked" : "any";
    keep(STACKS, this.stackWish);
  }

  /** How the turn began, with the rack in the order it has now. */
  begun(): Board {
    const order = [...this.board.rack, ...this.board.felt.filter((p) => this.board.mine.has(p.id))];
    return this.asTold(kept(order.map((piece) => piece.tile), this.rack));
  }

  /** The board without any draft. */
  private asTold(rack: string[]): Board {
    if (this.free) return fromServer(this.felt, rack, this.board);
    return fromMelds(this.view?.tableau ?? [], rack, this.board);
  }

  protected see(snapshot: Snapshot): void {
    this.felt = this.lying = snapshot.felt as Place[];
    this.jokers = snapshot.jokers;
    this.lastPlay = snapshot.last_play;
    this.beforeMelds = snapshot.before_play;
    this.othersMove = snapshot.last_move ?? this.othersMove;
    this.story = withPasses(this.story, snapshot.story.filter((item) => STORY.has(item.kind)));
    this.waitsUntil = snapshot.waits_ms === null ? null : performance.now() + snapshot.waits_ms;
    this.match = snapshot.match as { big: number; small: number }[];
    if (snapshot.rack) this.rack = snapshot.rack;
    if (this.editable && this.hasDraft) return; // our hand is on the tiles
    this.board = this.asTold(this.rack);
    this.outline = (snapshot.draft?.outline ?? []) as OutlinedMeld[];
    this.prospect = (snapshot.draft?.prospect ?? null) as Prospect | null;
    if (!snapshot.draft) return;
    this.lying = snapshot.draft.felt as Place[];
    if (snapshot.draft.seat !== this.seat) this.show(snapshot.draft);
    else if (this.editable) this.goOn(snapshot.draft);
  }

  /** Our own draft, begun on another page or before this one was loaded again. */
  private goOn(draft: DraftShown): void {
    this.past = [this.board];
    this.future = [];
    this.board = this.free
      ? drafted(draft.felt as Place[], this.felt, this.rack, this.board)
      : draftedMelds(draft.melds, this.view!.tableau, this.rack, this.board);
  }

  protected happen({ items, clock, rack }: Events): boolean {
    if (rack) this.rack = rack;
    this.tick(clock);
    this.noteTimeOut(items);
    if (items.some((item) => item.kind === "Resumed")) this.faults = []; // play goes on: nothing is refused any more
    this.tell(items);
    const wanted = items.map((item) => this.apply(item)).some(Boolean);
    const own = items.some((item) => item.data.seat === this.seat);
    if (items.some((item) => item.kind === "TurnEnded")) this.endTurn();
    else if (rack && own) this.board = this.asTold(this.rack);
    return wanted;
  }

  private tell(items: Item[]): void {
    const from = items.map((item) => item.kind).lastIndexOf("TilesDealt");
    const earlier = from >= 0 ? [] : this.story;
    this.story = [...earlier, ...items.slice(Math.max(0, from)).filter((item) => STORY.has(item.kind))].slice(-LINES_KEPT);
  }

  private noteTimeOut(items: Item[]): void {
    const at = items.findIndex((item) => item.kind === "TimeRanOut");
    if (at >= 0) {
      this.timeOut = items.slice(at).filter((item) => TIME_OUT.has(item.kind));
      const lay = (this.view?.tableau ?? []).flat();
      const lying = ((items[at]!.data.tableau ?? []) as string[][]).flat();
      const laid = items.some((item) => item.kind === "TilesLaid");
      this.putBack = laid ? [] : lying.filter((tile) => !taken(lay, tile));
    } else if (items.some((item) => MOVES.has(item.kind) || VOID.has(item.kind))) {
      this.timeOut = [];
    }
  }

  private endTurn(): void {
    this.turns += 1;
    this.past = this.future = [];
    this.outline = [];
    this.prospect = null;
    this.lying = this.felt;
    this.board = this.asTold(this.rack);
    this.faults = [];
  }

  /** Notices: one comes, and those go that no longer hold. */
  private note(item: Item): void {
    const gone = (one: Item) =>
      (item.kind === "Rewound" && one.seq > (item.data.to as number) && !OUTLIVES_REWIND.has(one.kind)) ||
      (item.kind === "LastMovesBegan" && one.kind === "TimeCalled") || // the strip of the last moves says why
      (item.kind === "GameStarted" && one.kind === "RedealAsked") ||
      (item.kind === "TilesDealt" && item.data.game !== this.view?.game); // the next game owes the last one nothing
    const left = this.refereed.filter((one) => !gone(one));
    if (REFEREED.has(item.kind)) this.refereed = [...left, item];
    else if (left.length < this.refereed.length) this.refereed = left;
  }

  /** Book one event; true if only a snapshot can tell what it means. */
  private apply(item: Item): boolean {
    const view = this.view;
    if (!view) return true;
    const seat = item.data.seat as number;
    this.note(item);
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
        this.beforeMelds = view.tableau;
        this.playedBy = seat;
        this.jokers = (item.data.jokers ?? {}) as Record<string, string[]>;
        if (seat === this.seat) this.drawn = null;
        this.felt = item.data.felt as Place[];
        this.lastPlay = laid;
        this.laid = true;
        return false;
      }
      case "TurnEnded": {
        const turn = item.data.next_seat as number;
        const plain = this.isPlainTurn(view);
        if (item.data.how === "click" && !view.drew && !this.laid) this.pass({ ...item, kind: PASSED });
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
      case "TilesDealt":
        this.drawn = null;
        return true;
      default:
        return true;
    }
  }

  /** A pass is no event of its own: for eyes and ears it is one all the same. */
  private pass(item: Item): void {
    this.story = [...this.story, item];
    if (!this.happened.some((other) => other.kind === "NothingDrawn")) this.happened = [...this.happened, item];
  }

  /** Whether the turn that ends leaves nothing to the rules: a move was made, tiles are left to draw. */
  private isPlainTurn(view: TableView): boolean {
    const left = view.middle.tiles + view.bank.reduce((sum, stack) => sum + stack.tiles, 0);
    const moved = view.drew || this.laid;
    return moved && left > 0 && view.may_draw && !view.last_moves && view.clicked_early === null;
  }

  private show(draft: DraftShown): void {
    const rack = this.board.rack.map((piece) => piece.tile);
    this.board = this.free ? fromServer(draft.felt as Place[], rack, this.board) : fromMelds(draft.melds, rack, this.board);
  }
}

/** A story told anew keeps the passes we saw: no event of their own tells them. */
function withPasses(seen: readonly Item[], told: Item[]): Item[] {
  const first = told[0]?.seq ?? Infinity;
  const passes = seen.filter((item) => item.kind === PASSED && item.seq > first);
  return passes.length ? [...told, ...passes].sort((a, b) => a.seq - b.seq) : told;
}

function same(one: readonly string[][], other: readonly string[][]): boolean {
  return one.length === other.length && one.every((meld, i) => meld.join() === other[i]!.join());
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
