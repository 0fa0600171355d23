import { expect, test } from "vitest";
import en from "../texts/en/https.json";
import { STEPS, SYSTEMS, systemOf } from "./systems";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15";

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", 5, "ios"],
  [MAC, 5, "ios"],
  [MAC, 0, "mac"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 8)", 5, "android"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", 10, "windows"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)", 0, "linux"],
])("%s with %i touches is %s", (browser, touches, system) => {
  expect(systemOf(browser, touches)).toBe(system);
});

test("every step has its words, and no words are left over", () => {
  const wanted = SYSTEMS.flatMap((one) => [...STEPS[one]]);
  const found = Object.keys(en).filter((key) => /^https\.[a-z]+_\d$/.test(key));
  expect(found).toEqual(wanted);
});
