// Short tones made on the spot: no files, and plain http is enough.
/** Pitch in hertz, how long it sounds and when it begins, in milliseconds. */
export type Note = [pitch: number, ms: number, at: number];

/** How a tone is made: soft as a bell, dry as wood, or thin. */
export type Voice = "bell" | "wood" | "whistle";
const WAVES: Record<Voice, { type: OscillatorType; pitch: number; length: number }> = {
  bell: { type: "sine", pitch: 1, length: 1 },
  wood: { type: "triangle", pitch: 0.5, length: 0.55 },
  whistle: { type: "square", pitch: 1.5, length: 0.7 },
};

let speaker: AudioContext | undefined;

/** `volume` from 0 to 100. Browsers are silent, and complain, before somebody has touched the page. */
export function sound(volume: number, notes: Note[], voice: Voice = "bell"): void {
  if (!volume || navigator.userActivation?.hasBeenActive === false) return;
  speaker ??= new AudioContext();
  if (speaker.state === "suspended") void speaker.resume();
  for (const note of notes) one(speaker, (volume / 100) ** 2, note, voice);
}

function one(context: AudioContext, loud: number, [pitch, ms, at]: Note, voice: Voice): void {
  const wave = WAVES[voice];
  const [source, loudness] = [context.createOscillator(), context.createGain()];
  const begin = context.currentTime + at / 1000;
  const end = begin + (ms * wave.length) / 1000;
  source.type = wave.type;
  source.frequency.value = pitch * wave.pitch;
  loudness.gain.setValueAtTime(loud, begin);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(loudness).connect(context.destination);
  source.start(begin);
  source.stop(end);
}
