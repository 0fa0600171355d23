import { expect, test } from "vitest";
import { canTell } from "./push";

function browser(secure: boolean, userAgent: string, more: object = {}, maxTouchPoints = 0): Window {
  return { isSecureContext: secure, navigator: { userAgent, maxTouchPoints, serviceWorker: {} }, ...more } as unknown as Window;
}

const ABLE = { PushManager: class {}, Notification: class {} };

test("a browser that cannot be told says why", () => {
  expect(canTell(browser(false, "Android", ABLE))).toBe("needs_https");
  expect(canTell(browser(true, "iPhone"))).toBe("needs_home_screen");
  expect(canTell(browser(true, "X11; Linux"))).toBe("cannot");
  // An iPad calls itself a Macintosh, and is touched by more than one finger.
  expect(canTell(browser(true, "Macintosh", {}, 5))).toBe("needs_home_screen");
  expect(canTell(browser(true, "Macintosh"))).toBe("cannot");
  expect(canTell(browser(true, "iPhone", ABLE))).toBeNull();
  expect(canTell(browser(true, "Android", ABLE))).toBeNull();
});
