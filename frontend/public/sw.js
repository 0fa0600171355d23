// Where the server cannot be reached this answers, with what prepare.ts has put into the cache. It
// keeps nothing by itself and never answers for /api.
const CACHE = "stolik";
const PATIENCE_MS = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!/^\/(api|docs)\b/.test(pathname)) event.respondWith(page(request));
  } else if (/^\/(assets|device)\/|^\/icon\.svg$/.test(pathname) && pathname !== "/device/parts.json") {
    event.respondWith(part(request));
  }
});

/** The server's page as long as there is a server: nobody is held in an old web app. */
async function page(request) {
  const kept = await caches.match("/", { cacheName: CACHE });
  if (!kept) return fetch(request);
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    return kept;
  }
}

async function part(request) {
  return (await caches.match(new URL(request.url).pathname, { cacheName: CACHE })) ?? fetch(request);
}

// A word about one's own table (docs/notifications.md): shown, and a tap opens the player's page.
self.addEventListener("push", (event) => event.waitUntil(shown(event.data)));

async function shown(data) {
  let told = {};
  try {
    told = data.json();
  } catch {
    // A browser wants something shown for every message, whatever is in it.
  }
  const { title = "Stolik", body = "", tag = "stolik", path = "/", lang = "pl" } = told;
  await self.registration.showNotification(title, {
    body, tag, lang, renotify: true, icon: "/icon-192.png", badge: "/icon-192.png", data: { path },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data?.path));
});

/** The page in front if there is one, else a new one; never one of another server. */
async function opened(path) {
  const { origin, href, pathname } = new URL(path ?? "/", location.origin);
  if (origin !== location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const here = pages.find((page) => new URL(page.url).pathname === pathname);
  await (here ? here.focus() : self.clients.openWindow(href));
}
