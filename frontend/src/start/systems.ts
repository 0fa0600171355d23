// What a device runs, guessed from its browser's name: only to show the likeliest steps opened.
export const STEPS = {
  ios: ["https.ios_1", "https.ios_2", "https.ios_3"],
  android: ["https.android_1", "https.android_2", "https.android_3", "https.android_4"],
  windows: ["https.windows_1", "https.windows_2", "https.windows_3"],
  mac: ["https.mac_1", "https.mac_2"],
  linux: ["https.linux_1", "https.linux_2"],
} as const;

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
