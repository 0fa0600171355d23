// A short tone; silent until somebody sets the volume.
import { keep, kept } from "../lib/kept";
import { sound } from "../lib/tones";

const KEPT = "stolik.clock.volume";

export function keptVolume(): number {
  const volume = Number(kept(KEPT));
  return volume >= 0 && volume <= 100 ? volume : 0;
}

export function keepVolume(volume: number): void {
  keep(KEPT, String(volume));
}

export function tone(volume: number, pitch: number, ms = 140): void {
  sound(volume, [[pitch, ms, 0]]);
}
