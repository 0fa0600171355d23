// What the screen of any live table knows. It is told by the server and decides nothing.
import type { Sign } from "../friends/signs";
import type { ClockShown, Events, Fault, Item, ServerMessage, Snapshot, Welcome } from "../lib/protocol";
import { accesses, together, type Access } from "./access";
import { FOR_GOOD, type Ask } from "./line";
import { named, type People } from "./people";

export type Connection = "connecting" | "live" | "lost" | "closed";

/** What every game's view of a table has. */
export interface AnyView {
  phase: string;
  game: number;
  turn: number;
  turn_time_s: number;
  paused: boolean;
}

export abstract class LiveState<View extends AnyView = AnyView> {
  /** How the line is. */
  connection = $state<Connection>("connecting");
  /** Who we are here and by which rules is played. */
  welcome = $state.raw<Welcome | null>(null);
  /** Where the table belongs and how its people are called, where there are any. */
  people = $state.raw<People | null>(null);
  /** The table as the server shows it to us. */
  view = $state.raw<View | null>(null);
  /** The clock, and when by our own clock it was told. */
  clock = $state.raw<ClockShown | null>(null);
  clockHeard = $state(0);
  /** Which seats are there. */
  present = $state.raw<boolean[]>([]);
  /** Why the last thing we asked for was refused. */
  faults = $state.raw<Fault[]>([]);
  /** What was done last of all we asked for. */
  done = $state.raw<Ask | null>(null);
  /** What the house says to everybody, or its last word to us. */
  notice = $state("");
  /** Who came to look or act in this game. */
  access = $state.raw<Access[]>([]);
  /** What was told last, all at once: what an ear goes by. */
  happened = $state.raw<Item[]>([]);
  /** The last sign somebody gave. */
  reaction = $state.raw<{ seat: number; what: Sign } | null>(null);
  /** The commitment of the deal, to be checked at the end. */
  commit = $state("");
  /** Who is the seat that looks; null for watchers. */
  seat = $derived(this.welcome?.seat ?? null);

  /** Whether we are waited for. */
  abstract readonly myTurn: boolean;
  /** Whether the last moves of the game are made. */
  abstract readonly lastMoves: boolean;

  /** The game's own part of a snapshot; what every game has is in place already. */
  protected abstract see(snapshot: Snapshot): void;

  /** The game's own part of news; true if only a fresh snapshot can tell what they mean. */
  protected abstract happen(news: Events): boolean;

  /** Take in what the server says; true if a fresh snapshot is wanted. */
  hear(message: ServerMessage): boolean {
    switch (message.t) {
      case "welcome":
        this.notice = "";
        this.welcome = { ...message, seats: named(message.seats, this.people) };
        break;
      case "snapshot":
        this.look(message);
        break;
      case "events":
        this.happened = message.items;
        this.access = together(this.access, accesses(message.items, message.clock));
        return this.happen(message);
      case "present":
        this.present = message.seats;
        break;
      case "no":
        this.faults = message.faults;
        break;
      case "ack":
        this.faults = [];
        break;
      case "reaction":
        this.reaction = { seat: message.seat, what: message.what as Sign };
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

  protected tick(clock: ClockShown): void {
    this.clock = clock;
    this.clockHeard = performance.now();
  }

  private look(snapshot: Snapshot): void {
    this.view = snapshot.view as View;
    this.present = snapshot.present;
    this.access = accesses(snapshot.access, snapshot.clock);
    this.commit = snapshot.fair?.commit ?? this.commit;
    this.tick(snapshot.clock);
    this.see(snapshot);
  }
}
