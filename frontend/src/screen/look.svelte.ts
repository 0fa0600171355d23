// A table as everybody in the hall may see it: a stranger's line, whoever opened the screen.
import type { ServerMessage } from "../lib/protocol";
import { enter, type Entered } from "../table/enter";
import { TableState } from "../table/state.svelte";
import { WojtekState } from "../wojtek/state.svelte";

export class Look {
  /** The table by the game that is played there, once the server has said which. */
  rummikub = $state.raw<TableState | null>(null);
  wojtek = $state.raw<WojtekState | null>(null);
  /** Why it is not shown. */
  refused = $state("");
  /** Whether the server can be reached. */
  live = $state(false);
  readonly #entered: Entered;

  constructor(id: string) {
    this.#entered = enter(id, { game: () => {}, refused: (why) => (this.refused = why) }, true);
  }

  /** What any game's table has: the clock, who sits there, whether it stands. */
  get table(): TableState | WojtekState | null {
    return this.rummikub ?? this.wojtek;
  }

  /** Look on; the answer ends it. */
  open(): () => void {
    const { line } = this.#entered;
    this.#entered.listen({
      message: (message) => this.#hear(message),
      connected: (live) => (this.live = live),
      people: (people) => this.table?.meet(people),
    });
    line.open();
    return () => line.close();
  }

  #hear(message: ServerMessage): void {
    if (message.t === "welcome") {
      this.refused = "";
      if (message.game === "wojtek") this.wojtek ??= new WojtekState();
      else this.rummikub ??= new TableState();
    }
    this.wojtek?.hear(message);
    if (this.rummikub?.hear(message)) this.#entered.line.say({ t: "resume", last_seq: 0 });
  }
}
