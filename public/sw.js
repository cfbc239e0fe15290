/*
 * Serves an offline page when a page can't be fetched. Caches only that page, its stylesheet, and its font:
 * personal pages are never stored on the device.
 */
const CACHE = "offline-page-2";
const PAGE = "/offline.html";
const FILES = [PAGE, "/plain-page.css", "/embed/display.woff2"];

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const dropOlder = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(dropOlder());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  const file = isPage ? PAGE : new URL(request.url).pathname;
  // Everything else goes to the network, forms above all.
  if (!FILES.includes(file)) return;
  const fallBack = async (error) => {
    const page = await caches.match(file);
    if (!page) throw error;
    return page;
  };
  event.respondWith(fetch(request).catch(fallBack));
});
