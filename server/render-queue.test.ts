/** Few pages are rendered concurrently, round-robin by network. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { createListener } from "./listener.ts";
import { limitRendering, RENDER_LIMITS, renderQueue } from "./render-queue.ts";

const idle = { running: 0, waiting: 0 };
const started: string[] = [];
const renderings = new Map<string, (body: string) => void>();

/** A renderer whose responses the tests end. */
async function next({ url = "" }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  started.push(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  renderings.set(url, resolve);
  // As Next.js does when it compresses a response.
  const write = outgoing.write.bind(outgoing);
  const written = write(await promise);
  if (written) outgoing.end();
  else await new Promise(() => {});
}

const isPage = (path: string) => path.startsWith("/page");
const server = createServer(createListener({ routes: [], next: limitRendering(next, isPage) }));
let base = "";
beforeAll(async () => {
  process.env.TRUST_PROXY = "true";
  rereadEnv();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  process.env.TRUST_PROXY = "false";
  rereadEnv();
  server.closeAllConnections();
  server.close();
});

const get = (path: string, network: string, more: RequestInit = {}) =>
  fetch(base + path, { ...more, headers: { "X-Forwarded-For": network, Accept: "text/html" } });
const end = (path: string) => renderings.get(path)?.("page");

/** Requests a page, and waits until it's being rendered or in the queue. */
async function enqueue(path: string, network: string, more?: RequestInit) {
  const { running, waiting } = renderQueue().load;
  const response = get(path, network, more);
  const pending = () => renderQueue().load.running + renderQueue().load.waiting;
  await expect.poll(pending).toBe(running + waiting + 1);
  return { response };
}

async function endAll(): Promise<void> {
  await expect
    .poll(() => {
      for (const path of renderings.keys()) end(path);
      return renderQueue().load;
    })
    .toEqual(idle);
  started.length = 0;
  renderings.clear();
}

it("renders few of a network's pages concurrently, and networks round-robin", async () => {
  for (const n of [1, 2, 3, 4]) await enqueue(`/page/a${n}`, "192.0.2.1");
  expect(started).toEqual(["/page/a1", "/page/a2"]);
  for (const n of [1, 2, 3]) await enqueue(`/page/b${n}`, `2001:db8:1:${n}::1`);
  expect(started).toEqual(["/page/a1", "/page/a2", "/page/b1", "/page/b2"]);
  await enqueue("/page/c1", "192.0.2.3");
  // The /48 may start no more. The third network has its turn before the first's fourth page.
  end("/page/a1");
  await expect.poll(() => started).toContain("/page/a3");
  end("/page/a2");
  await expect.poll(() => started).toContain("/page/c1");
  expect(started).not.toContain("/page/a4");
  expect(started).not.toContain("/page/b3");
  await endAll();
});

it("passes everything but pages on at once", async () => {
  for (const n of [1, 2, 3]) await enqueue(`/page/${n}`, "192.0.2.1");
  const file = get("/file", "192.0.2.1");
  await expect.poll(() => started).toContain("/file");
  end("/file");
  expect(await (await file).text()).toBe("page");
  await endAll();
});

it("rejects the newest request of the network with the most, and no others", async () => {
  const capacity = RENDER_LIMITS.concurrencyPerKey + RENDER_LIMITS.waiting;
  const queued = [];
  for (let n = 0; n < capacity; n++) queued.push(await enqueue(`/page/a${n}`, "192.0.2.1"));
  const rejected = await get("/page/one-too-many", "192.0.2.1");
  expect(rejected.status).toBe(503);
  expect(rejected.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await rejected.text()).toContain("We’ll be right back");
  const other = get("/page/other", "192.0.2.2");
  await expect.poll(() => started).toContain("/page/other");
  end("/page/other");
  expect((await other).status).toBe(200);
  await endAll();
  const statuses = await Promise.all(queued.map(async ({ response }) => (await response).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it("removes a disconnected client from the queue", async () => {
  for (const n of [1, 2]) await enqueue(`/page/${n}`, "192.0.2.1");
  const client = new AbortController();
  const { response } = await enqueue("/page/gone", "192.0.2.1", { signal: client.signal });
  client.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => renderQueue().load).toEqual({ running: 2, waiting: 0 });
  await endAll();
  expect(started).not.toContain("/page/gone");
});

it("frees the slot of a client that disconnects or doesn't read", async () => {
  const client = new AbortController();
  const { response } = await enqueue("/page/gone", "192.0.2.1", { signal: client.signal });
  client.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => renderQueue().load).toEqual(idle);
  const reader: Socket = connect(Number(new URL(base).port), "127.0.0.1").on("error", () => {});
  reader.pause();
  reader.write(
    "GET /page/unread HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n",
  );
  await expect.poll(() => started).toContain("/page/unread");
  renderings.get("/page/unread")?.("x".repeat(16 * 1024 * 1024));
  // Its response never ends.
  await expect.poll(() => renderQueue().load).toEqual(idle);
  reader.destroy();
  await endAll();
});
