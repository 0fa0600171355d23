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
