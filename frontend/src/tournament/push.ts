// A browser's own way to be told something while its page is closed.

/** Why this browser cannot be told anything. */
export type Hindrance = "needs_https" | "needs_home_screen" | "cannot";

export interface PushWanted {
  endpoint: string;
  p256dh: string;
  auth: string;
}

type Here = Pick<Window, "isSecureContext"> & { navigator: Navigator };

export function canTell(here: Here): Hindrance | null {
  if (!here.isSecureContext) return "needs_https";
  if ("serviceWorker" in here.navigator && "PushManager" in here && "Notification" in here) return null;
  // There only a page put on the home screen may notify.
  const { userAgent, maxTouchPoints } = here.navigator;
  const isIPad = /Macintosh/.test(userAgent) && maxTouchPoints > 1; // as it calls itself
  return isIPad || /iPhone|iPad|iPod/.test(userAgent) ? "needs_home_screen" : "cannot";
}

/** What this browser has agreed to before; null: nothing, or it keeps no such thing. */
export async function subscriptionOf(browser: Navigator): Promise<PushSubscription | null> {
  const worker = await browser.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription().catch(() => null)) ?? null;
}

/** Where the server may write to; or why nowhere. */
export async function subscribed(here: Window, key: string): Promise<PushWanted | "denied" | "failed"> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    await here.navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await here.navigator.serviceWorker.ready;
    // One made with another server's key, or with a former one of this, is of no use.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : "failed";
  } catch {
    return "failed";
  }
}

export async function unsubscribed(browser: Navigator): Promise<void> {
  await (await subscriptionOf(browser))?.unsubscribe();
}
