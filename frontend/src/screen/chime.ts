// What the hall hears: a call to the tables, the end of a round's time.
import { keep, kept } from "../lib/kept";
import { sound, type Note } from "../lib/tones";

const KEPT = "stolik.hall.silent";
const LOUD = 90;
const CALL: Note[] = [
  [523, 700, 0],
  [659, 700, 350],
  [784, 1400, 700],
];
const GONG: Note[] = [
  [196, 2200, 0],
  [294, 2200, 0],
  [196, 2600, 1300],
];

export function isSilent(): boolean {
  return kept(KEPT) === "yes";
}

export function silence(silent: boolean): void {
  keep(KEPT, silent ? "yes" : "no");
}

export function chime(which: "call" | "gong"): void {
  if (!isSilent()) sound(LOUD, which === "call" ? CALL : GONG);
}
