import { faultText } from "./api";

/** What may be refused: buttons rest while it is under way, and a refusal stays to be read. */
export class Attempt {
  busy = $state(false);
  message = $state("");

  readonly run = async (work: () => Promise<unknown>): Promise<void> => {
    this.busy = true;
    this.message = "";
    try {
      await work();
    } catch (error) {
      this.message = faultText(error);
    } finally {
      this.busy = false;
    }
  };
}
