// A finished game as the server looks into it: asked for part by part, so one sees how far it is.
import { faultText, get } from "../lib/api";
import type { Study, TurnStudied } from "../lib/protocol";

export class Studying {
  turns = $state.raw<TurnStudied[]>([]);
  whole = $state(0);
  /** What going without an opening one had costs. */
  dear = $state(0);
  busy = $state(false);
  fault = $state("");
  done = $derived(this.whole > 0 && this.turns.length >= this.whole);
  private asked = 0;

  async load(table: string, game: number): Promise<void> {
    const mine = ++this.asked;
    this.busy = true;
    this.fault = "";
    try {
      do {
        const after = this.turns.at(-1)?.number ?? 0;
        const found = await get<Study>(`/api/tables/${table}/games/${game}/study?after=${after}`);
        if (mine !== this.asked) return;
        this.turns = [...this.turns, ...found.turns];
        this.whole = found.whole;
        this.dear = found.dear;
        if (!found.turns.length) break;
      } while (!this.done);
    } catch (error) {
      if (mine === this.asked) this.fault = faultText(error);
    } finally {
      if (mine === this.asked) this.busy = false;
    }
  }

  /** Another game is looked at: nothing is known of it. */
  forget(): void {
    this.asked += 1;
    this.turns = [];
    this.whole = 0;
    this.busy = false;
    this.fault = "";
  }
}

/** The turn an event belongs to: the one that was over with it or after it. */
export function turnAt(turns: readonly TurnStudied[], seq: number): TurnStudied | undefined {
  return turns.find((turn) => turn.began < seq && seq <= turn.over);
}

/** Whether a turn is worth a look: something was missed, or an opening was risked. */
export function isNotable(turn: TurnStudied, dear: number): boolean {
  return turn.missed_win || turn.missed_opening || turn.held.length > 0 || turn.risk === dear;
}

/** The heights of a line: how many tiles, or what they cost, turn after turn. */
export function heights(turns: readonly TurnStudied[], what: "tiles" | "left", seat: number): number[] {
  return turns.map((turn) => turn[what][seat] ?? 0);
}
