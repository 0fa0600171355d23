// All the screen of Miś Wojtek knows. It is told by the server and decides nothing.
import type {
  BoardShown,
  ClockShown,
  Fault,
  Item,
  ServerMessage,
  Welcome,
  WojtekOptions,
  WojtekTableView,
} from "../lib/protocol";
import { accesses, together, type Access } from "../table/access";
import { FOR_GOOD } from "../table/line";
import { named, type People } from "../table/people";
import type { Connection } from "../table/state.svelte";

const LOG_LINES = 60;

export class WojtekState {
  /** How the line is. */
  connection = $state<Connection>("connecting");
  /** Who we are here; the board is in it. */
  welcome = $state.raw<Welcome | null>(null);
  /** Where the table belongs and how its people are called, where there are any. */
  people = $state.raw<People | null>(null);
  /** The table as the server shows it to us. */
  view = $state.raw<WojtekTableView | null>(null);
  /** What our seat may do now; null while somebody else is waited for. */
  options = $state.raw<WojtekOptions | null>(null);
  /** Our travel cards. */
  hand = $state.raw<string[]>([]);
  /** Which of them are picked, by their place in the hand. */
  picked = $state.raw<number[]>([]);
  /** The slot of the display and the own card picked for a move by three cards. */
  slot = $state<string | null>(null);
  own = $state<string | null>(null);
  /** The clock, and when by our own clock it was told. */
  clock = $state.raw<ClockShown | null>(null);
  clockHeard = $state(0);
  /** Which seats are there. */
  present = $state.raw<boolean[]>([]);
  /** Why the last thing we asked for was refused. */
  faults = $state.raw<Fault[]>([]);
  /** What the house says to everybody, or its last word to us. */
  notice = $state("");
  /** What happened, the latest last. */
  log = $state.raw<Item[]>([]);
  /** Who came to look or act in this game. */
  access = $state.raw<Access[]>([]);
  /** What was told last, all at once: what an ear goes by. */
  happened = $state.raw<Item[]>([]);
  /** The commitment of the deal, to be checked at the end. */
  commit = $state("");

  seat = $derived(this.welcome?.seat ?? null);
  board = $derived((this.welcome?.rules ?? null) as unknown as BoardShown | null);
  isJudge = $derived(this.welcome?.role === "referee");
  myTurn = $derived(this.options !== null);
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

  hear(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.welcome = { ...message, seats: named(message.seats, this.people) };
        this.notice = "";
        break;
      case "snapshot":
        this.view = message.view as WojtekTableView;
        this.options = (message.options ?? null) as WojtekOptions | null;
        this.present = message.present;
        this.access = accesses(message.access, message.clock);
        if (message.rack && message.rack.join() !== this.hand.join()) this.hand = message.rack;
        if (message.fair) this.commit = message.fair.commit ?? this.commit;
        this.unpick();
        this.tick(message.clock);
        break;
      case "events":
        this.happened = message.items;
        this.access = together(this.access, accesses(message.items, message.clock));
        this.log = [...this.log, ...message.items].slice(-LOG_LINES);
        this.faults = [];
        this.notice = ""; // it was about the turn before
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
  }

  /** How the people here are called, now or anew. */
  meet(people: People): void {
    this.people = people;
    if (this.welcome) this.welcome = { ...this.welcome, seats: named(this.welcome.seats, people) };
  }

  unpick(): void {
    this.picked = [];
    this.slot = this.own = null;
  }

  private tick(clock: ClockShown): void {
    this.clock = clock;
    this.clockHeard = performance.now();
  }
}
