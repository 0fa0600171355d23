import { expect, test } from "vitest";
import { canTell } from "./push";

function browser(secure: boolean, userAgent: string, more: object = {}): Window {
  return { isSecureContext: secure, navigator: { userAgent, serviceWorker: {} }, ...more } as unknown as Window;
}

const ABLE = { PushManager: class {}, Notification: class {} };

test("a browser that cannot be told says why", () => {
  expect(canTell(browser(false, "Android", ABLE))).toBe("needs_https");
  expect(canTell(browser(true, "iPhone"))).toBe("needs_home_screen");
  expect(canTell(browser(true, "X11; Linux"))).toBe("cannot");
  expect(canTell(browser(true, "iPhone", ABLE))).toBeNull();
  expect(canTell(browser(true, "Android", ABLE))).toBeNull();
});
