/*
 * Answers for the network where a page cannot be fetched: with one plain page that says so. It keeps that
 * page, its stylesheet, and its typeface, and nothing else: no page of anybody's is ever kept on the machine.
 */
const KEPT = "offline-page-2";
const PAGE = "/offline.html";
const FILES = [PAGE, "/plain-page.css", "/embed/display.woff2"];

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const dropOlder = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(dropOlder());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  const kept = isPage ? PAGE : new URL(request.url).pathname;
  // Everything else goes its usual way, forms above all.
  if (!FILES.includes(kept)) return;
  const fallBack = async (error) => {
    const page = await caches.match(kept);
    if (!page) throw error;
    return page;
  };
  event.respondWith(fetch(request).catch(fallBack));
});
