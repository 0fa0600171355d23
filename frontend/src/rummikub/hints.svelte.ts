// A hint on request: first an idea in words, then the tiles on the felt as our own draft, which can be undone.
import { faultText, get } from "../lib/api";
import type { Hint } from "../lib/protocol";
import type { RummikubCtrl } from "./ctrl";

export class Hints {
  told = $state.raw<Hint | null>(null);
  /** Whether the idea lies on the felt. */
  shown = $state(false);
  fault = $state("");
  busy = $state(false);

  constructor(private readonly ctrl: RummikubCtrl) {}

  async ask(): Promise<void> {
    const { welcome, view } = this.ctrl.state;
    if (this.busy || !welcome || !view) return;
    this.busy = true;
    this.close();
    try {
      const told = await get<Hint>(`/api/tables/${welcome.table}/hint`);
      // The turn may have ended meanwhile: then it was a hint for another table.
      if (this.ctrl.state.editable) this.told = told;
    } catch (error) {
      this.fault = faultText(error);
    } finally {
      this.busy = false;
    }
  }

  show(): void {
    if (!this.told?.tableau) return;
    this.ctrl.propose(this.told.tableau);
    this.shown = true;
  }

  /** The move itself, without the words: who learns was told them already. */
  async showAtOnce(): Promise<void> {
    await this.ask();
    this.show();
  }

  close(): void {
    this.told = null;
    this.shown = false;
    this.fault = "";
  }
}
