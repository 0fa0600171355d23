// A short tone, made on the spot; silent until somebody sets the volume.
const KEPT = "stolik.clock.volume";
let speaker: AudioContext | undefined;

export function keptVolume(): number {
  const kept = Number(localStorage.getItem(KEPT));
  return kept >= 0 && kept <= 100 ? kept : 0;
}

export function keepVolume(volume: number): void {
  localStorage.setItem(KEPT, String(volume));
}

export function tone(volume: number, pitch: number, ms = 140): void {
  if (!volume) return;
  speaker ??= new AudioContext();
  const [source, loudness] = [speaker.createOscillator(), speaker.createGain()];
  const end = speaker.currentTime + ms / 1000;
  source.frequency.value = pitch;
  loudness.gain.setValueAtTime((volume / 100) ** 2, speaker.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(loudness).connect(speaker.destination);
  source.start();
  source.stop(end);
}
