// A table as everybody in the hall may see it: a stranger's line, whoever opened the screen.
import { gameOf } from "../games";
import { LiveCtrl } from "../table/ctrl";
import { enter, type Entered } from "../table/enter";
import type { HallGame, Seen } from "../table/game";
import type { LiveState } from "../table/state.svelte";

export class Look {
  /** How the game that is played there is shown, once the server has said which. */
  game = $state.raw<HallGame | null>(null);
  /** The table itself. */
  table = $state.raw<LiveState | null>(null);
  /** Why it is not shown. */
  refused = $state("");
  readonly #entered: Entered;

  constructor(id: string) {
    const door = { game: (game: string) => void this.#show(game), refused: (why: string) => (this.refused = why) };
    this.#entered = enter(id, door, true);
  }

  /** Look on; the answer ends it. */
  open(): () => void {
    const { line } = this.#entered;
    line.open();
    return () => line.close();
  }

  /** What can be seen in front of a seat. */
  seen(seat: number): Seen {
    return this.game?.seen(this.table, seat) ?? { sign: "", held: "", notes: [] };
  }

  async #show(game: string): Promise<void> {
    this.refused = "";
    const found = await gameOf(game).hall();
    if (this.game) return;
    this.game = found;
    this.table = new found.State();
    new LiveCtrl(this.#entered, this.table).open();
  }
}
