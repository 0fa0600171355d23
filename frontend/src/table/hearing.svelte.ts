// What somebody wants to hear at a table: chosen once, kept on this device, the same in every game.
import { keep, kept } from "../lib/kept";
import { sound, type Voice } from "../lib/tones";
import { NOTES, type Sound } from "./sounds";

const ON = "stolik.table.sound";
const CHOICE = "stolik.table.sounds";
export const VOICES: Voice[] = ["bell", "wood", "whistle"];

/** What can be switched off by itself. */
export const GROUPS = {
  turn: ["my_turn"],
  clock: ["hurry", "time_out"],
  others: ["play"],
  tiles: ["tile", "laid"],
  referee: ["referee"],
} satisfies Record<string, Sound[]>;
export type Group = keyof typeof GROUPS;

interface Choice {
  volume: number;
  voice: Voice;
  silent: Group[];
}

const USUAL: Choice = { volume: 45, voice: "bell", silent: [] };

class Hearing {
  // Off until somebody wants it: a hall full of phones is no place for surprises.
  on = $state(kept(ON) === "on");
  choice = $state.raw<Choice>(read());

  turn(on: boolean): void {
    this.on = on;
    keep(ON, on ? "on" : "off");
    if (on) this.play("my_turn"); // so that one knows how loud it is
  }

  choose(changes: Partial<Choice>, sample: Sound = "my_turn"): void {
    this.choice = { ...this.choice, ...changes };
    keep(CHOICE, JSON.stringify(this.choice));
    this.play(sample);
  }

  play(what: Sound): void {
    const { volume, voice, silent } = this.choice;
    const quiet = silent.some((group) => (GROUPS[group] as Sound[]).includes(what));
    if (this.on && !quiet) sound(volume, NOTES[what], voice);
  }
}

function read(): Choice {
  try {
    const found = JSON.parse(kept(CHOICE) ?? "{}") as Partial<Choice>;
    const silent = (found.silent ?? []).filter((group) => group in GROUPS);
    const voice = VOICES.find((one) => one === found.voice) ?? USUAL.voice;
    const volume = Math.min(100, Math.max(0, Number(found.volume ?? USUAL.volume) || 0));
    return { volume, voice, silent };
  } catch {
    return USUAL;
  }
}

export const hearing = new Hearing();
