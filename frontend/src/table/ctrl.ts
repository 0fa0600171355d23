// What can be done at a live table whatever is played: hear, ask, come back after a break.
import { app } from "../lib/app.svelte";
import type { Lang } from "../lib/i18n";
import { rememberClosing, rememberCommit } from "../lib/commits";
import type { SayReact, ServerMessage } from "../lib/protocol";
import type { Entered } from "./enter";
import type { Command, Line } from "./line";
import type { AnyView, LiveState } from "./state.svelte";

export class LiveCtrl<State extends LiveState<AnyView> = LiveState<AnyView>> {
  protected readonly line: Line;
  /** Between the tabs of one browser: who goes gives the seat back. */
  private readonly tabs = new BroadcastChannel(`stolik${location.pathname}`);
  private readonly leave = () => this.state.connection === "live" && this.tabs.postMessage("gone");

  constructor(
    private readonly entered: Entered,
    readonly state: State,
  ) {
    this.line = entered.line;
  }

  open(): void {
    window.addEventListener("pagehide", this.leave);
    this.tabs.onmessage = () => this.state.connection === "closed" && location.reload();
    this.entered.listen({
      message: (message) => this.hear(message),
      connected: (live) => this.connected(live),
      done: (asked) => asked.id !== this.stop && (this.state.done = asked),
      people: (people) => this.state.meet(people),
    });
  }

  close(): void {
    window.removeEventListener("pagehide", this.leave);
    this.leave();
    this.tabs.close();
    this.line.close();
  }

  /** Who goes is heard no more; the page may still be there for a moment. */
  hangUp(): void {
    this.line.close();
  }

  /** Another language, on the screen and in what the server says. */
  async speak(lang: Lang): Promise<void> {
    await app.speak(lang);
    this.state.faults = []; // said in the other language
    this.line.greet();
  }

  /** A sign to the others, where they are friends. */
  react(what: SayReact["what"]): void {
    this.line.say({ t: "react", what });
  }

  do(command: Command): void {
    this.state.faults = [];
    this.line.ask(command);
  }

  /** The number of the last event heard. */
  get seq(): number {
    return this.line.lastSeq;
  }

  /** Where the game goes back to once it stands still. */
  private back: Command | null = null;
  /** The stop on the way there: it is no act of its own. */
  private stop = "";

  /** Take the game back; one reason serves to stop it first, and what comes then is asked of the stopped table. */
  rewind(to: number, reason: string): void {
    const { view } = this.state;
    const command: Command = { t: "rewind", to, reason };
    if (view?.paused || view?.phase === "over") return this.do(command);
    this.state.faults = [];
    this.stop = this.line.ask({ t: "pause", reason });
    this.back = command;
  }

  private goBack(message: ServerMessage): void {
    const command = this.back;
    const stopped = this.state.view?.paused ?? false;
    if (!command || (message.t !== "no" && !stopped)) return;
    this.back = null;
    if (stopped) this.do(command);
  }

  protected hear(message: ServerMessage): void {
    if (message.t === "deal") rememberCommit(message.ctx, message.commit);
    if (message.t === "events") for (const one of message.items) rememberClosing(one.kind, one.data.fair);
    if (this.state.hear(message)) this.line.say({ t: "resume", last_seq: 0 });
    this.goBack(message);
  }

  protected connected(live: boolean): void {
    if (this.state.connection === "closed") this.line.close();
    else this.state.connection = live ? "live" : "lost";
  }
}
