// Short tones made on the spot: no files, and plain http is enough.
/** Pitch in hertz, how long it sounds and when it begins, in milliseconds. */
export type Note = [pitch: number, ms: number, at: number];

let speaker: AudioContext | undefined;

/** `volume` from 0 to 100. Browsers are silent, and complain, before somebody has touched the page. */
export function sound(volume: number, notes: Note[]): void {
  if (!volume || navigator.userActivation?.hasBeenActive === false) return;
  speaker ??= new AudioContext();
  if (speaker.state === "suspended") void speaker.resume();
  for (const note of notes) one(speaker, (volume / 100) ** 2, note);
}

function one(context: AudioContext, loud: number, [pitch, ms, at]: Note): void {
  const [source, loudness] = [context.createOscillator(), context.createGain()];
  const begin = context.currentTime + at / 1000;
  const end = begin + ms / 1000;
  source.frequency.value = pitch;
  loudness.gain.setValueAtTime(loud, begin);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(loudness).connect(context.destination);
  source.start(begin);
  source.stop(end);
}
