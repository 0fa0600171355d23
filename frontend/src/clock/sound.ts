// A short tone; silent until somebody sets the volume.
import { sound } from "../lib/tones";

const KEPT = "stolik.clock.volume";

export function keptVolume(): number {
  const kept = Number(localStorage.getItem(KEPT));
  return kept >= 0 && kept <= 100 ? kept : 0;
}

export function keepVolume(volume: number): void {
  localStorage.setItem(KEPT, String(volume));
}

export function tone(volume: number, pitch: number, ms = 140): void {
  sound(volume, [[pitch, ms, 0]]);
}
