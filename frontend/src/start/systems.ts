// What a device runs, guessed from its browser's name: only to show the likeliest steps opened.
export const STEPS = { ios: 3, android: 4, windows: 3, mac: 2, linux: 2 } as const;

export type System = keyof typeof STEPS;

export const SYSTEMS = Object.keys(STEPS) as System[];

/** An iPad calls itself a Mac; it is the one with fingers on its screen. */
export function systemOf(browser: string, touches: number): System {
  if (/iPhone|iPad|iPod/.test(browser)) return "ios";
  if (/Android/.test(browser)) return "android";
  if (/Windows/.test(browser)) return "windows";
  if (/Macintosh/.test(browser)) return touches > 1 ? "ios" : "mac";
  return "linux";
}
