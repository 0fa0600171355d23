// All a table's screen knows. It is told by the server and decides nothing.
import type {
  ClockShown,
  Fault,
  Item,
  OutlinedMeld,
  ServerMessage,
  Snapshot,
  TableView,
  Welcome,
} from "../lib/protocol";
import { ACCESS, accesses, together, type Access } from "./access";
import { EMPTY, fromServer, type Board, type Place } from "./board";
import { FOR_GOOD } from "./line";
import { named, type People } from "./people";

const MOVES = new Set(["TilesLaid", "TileDrawn", "TimeRanOut", "OpeningAnnounced"]);
const REFEREED = new Set(
  "Challenged Paused TimeAdded TurnVoided Rewound RulingGiven WarningGiven SeatDisqualified RackInspected TimeCalled".split(" "),
);

export type Connection = "connecting" | "live" | "lost" | "closed";

export class TableState {
  /** How the line is. */
  connection = $state<Connection>("connecting");
  /** Who we are here and by which rules is played. */
  welcome = $state.raw<Welcome | null>(null);
  /** Where the table belongs and how its people are called, where there are any. */
  people = $state.raw<People | null>(null);
  /** The table as the server shows it to us. */
  view = $state.raw<TableView | null>(null);
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
  /** The clock, and when by our own clock it was told. */
  clock = $state.raw<ClockShown | null>(null);
  clockHeard = 0;
  /** Which seats are there. */
  present = $state.raw<boolean[]>([]);
  /** Why the last thing we asked for was refused. */
  faults = $state.raw<Fault[]>([]);
  /** What the house says to everybody, or its last word to us. */
  notice = $state("");
  /** Tiles of the last play, marked until the next. */
  lastPlay = $state.raw<string[]>([]);
  /** The number of the last move somebody else made: what a dispute is about. */
  othersMove = $state<number | null>(null);
  /** What a referee did last, or somebody challenged: everybody at the table reads it. */
  refereed = $state.raw<Item | null>(null);
  /** The tile we drew in this turn. */
  drawn = $state<string | null>(null);
  /** Who came to look or act in this game. */
  access = $state.raw<Access[]>([]);
  /** What was told last, all at once: what an ear goes by. */
  happened = $state.raw<Item[]>([]);
  /** The commitment of the deal, to be checked at the end. */
  commit = $state("");
  /** Who is the seat that looks; null for watchers. */
  seat = $derived(this.welcome?.seat ?? null);
  /** Whether it is our turn and the clock runs. */
  myTurn = $derived(
    this.view?.phase === "playing" && this.view.turn === this.seat && !this.view.paused,
  );
  /** Whether we may move tiles about. */
  editable = $derived(this.myTurn && !this.view?.drew);
  /** Whether tiles of ours lie on the felt. */
  hasDraft = $derived(this.board.mine.size > 0);

  /** Take in what the server says; true if a fresh snapshot is wanted. */
  hear(message: ServerMessage): boolean {
    switch (message.t) {
      case "welcome":
        this.notice = "";
        this.welcome = { ...message, seats: named(message.seats, this.people) };
        break;
      case "snapshot":
        this.see(message);
        break;
      case "events":
        this.happened = message.items;
        this.access = together(this.access, accesses(message.items, message.clock));
        return this.happen(message.items, message.clock, message.rack);
      case "draft":
        this.outline = message.outline as OutlinedMeld[];
        if (message.seat !== this.seat) this.show(message.felt as Place[]);
        break;
      case "present":
        this.present = message.seats;
        break;
      case "no":
        this.faults = message.faults;
        break;
      case "ack":
        this.faults = [];
        break;
      case "deal":
        this.commit = message.commit;
        break;
      case "notice":
      case "bye":
        this.notice = message.message;
        if (message.t === "bye" && FOR_GOOD.has(message.code)) this.connection = "closed";
        break;
    }
    return false;
  }

  /** How the people here are called, now or anew. */
  meet(people: People): void {
    this.people = people;
    if (this.welcome) this.welcome = { ...this.welcome, seats: named(this.welcome.seats, people) };
  }

  /** Back to how the turn began, with the rack in the order it has now. */
  reset(): void {
    const order = [...this.board.rack, ...this.board.felt.filter((p) => this.board.mine.has(p.id))];
    const rack = kept(order.map((piece) => piece.tile), this.rack);
    this.board = fromServer(this.felt, rack, this.board);
    this.past = this.future = [];
    this.outline = [];
  }

  private see(snapshot: Snapshot): void {
    this.view = snapshot.view as TableView;
    this.present = snapshot.present;
    this.tick(snapshot.clock);
    this.felt = snapshot.felt as Place[];
    this.lastPlay = snapshot.last_play;
    this.access = accesses(snapshot.access, snapshot.clock);
    if (snapshot.rack) this.rack = snapshot.rack;
    if (this.editable && this.hasDraft) return; // our hand is on the tiles
    this.board = fromServer(this.felt, this.rack, this.board);
    this.outline = (snapshot.draft?.outline ?? []) as OutlinedMeld[];
    if (snapshot.draft && snapshot.draft.seat !== this.seat) this.show(snapshot.draft.felt as Place[]);
  }

  private happen(items: Item[], clock: ClockShown, rack: string[] | null): boolean {
    if (rack) this.rack = rack;
    this.tick(clock);
    const wanted = items.map((item) => this.apply(item)).some(Boolean);
    const own = items.some((item) => item.data.seat === this.seat);
    if (items.some((item) => item.kind === "TurnEnded")) this.endTurn();
    else if (rack && own) this.board = fromServer(this.felt, this.rack, this.board);
    return wanted;
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
        this.felt = item.data.felt as Place[];
        this.lastPlay = laid;
        return false;
      }
      case "TurnEnded": {
        const turn = item.data.next_seat as number;
        this.view = { ...withSeat(view, turn, { announced: false }), turn, drew: false };
        return turn === this.seat;
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

  private show(felt: Place[]): void {
    this.board = fromServer(felt, this.board.rack.map((piece) => piece.tile), this.board);
  }

  private tick(clock: ClockShown): void {
    this.clock = clock;
    this.clockHeard = performance.now();
  }
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
