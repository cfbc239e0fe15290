/** Pages are rendered a few at once, by turns of the networks that ask. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { createListener } from "./listener.ts";
import { limitRendering, RENDER_LIMITS, renderQueue } from "./render-queue.ts";

const idle = { running: 0, waiting: 0 };
const begun: string[] = [];
const renderings = new Map<string, (body: string) => void>();

/** A renderer that responds when the test says so. */
async function next({ url = "" }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  begun.push(url);
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

/** Asks, and waits until the page is being rendered or waits for its turn. */
async function ask(path: string, network: string, more?: RequestInit) {
  const { running, waiting } = renderQueue().load;
  const response = get(path, network, more);
  const places = () => renderQueue().load.running + renderQueue().load.waiting;
  await expect.poll(places).toBe(running + waiting + 1);
  return { response };
}

async function endAll(): Promise<void> {
  await expect
    .poll(() => {
      for (const path of renderings.keys()) end(path);
      return renderQueue().load;
    })
    .toEqual(idle);
  begun.length = 0;
  renderings.clear();
}

it("renders few pages of one network at once, and the others by turns", async () => {
  for (const n of [1, 2, 3, 4]) await ask(`/page/a${n}`, "192.0.2.1");
  expect(begun).toEqual(["/page/a1", "/page/a2"]);
  for (const n of [1, 2, 3]) await ask(`/page/b${n}`, `2001:db8:1:${n}::1`);
  expect(begun).toEqual(["/page/a1", "/page/a2", "/page/b1", "/page/b2"]);
  await ask("/page/c1", "192.0.2.3");
  // Of the /48, only one more may begin; the other network has its turn before the first's third.
  end("/page/a1");
  await expect.poll(() => begun).toContain("/page/a3");
  end("/page/a2");
  await expect.poll(() => begun).toContain("/page/c1");
  expect(begun).not.toContain("/page/a4");
  expect(begun).not.toContain("/page/b3");
  await endAll();
});

it("passes on at once what is no page", async () => {
  for (const n of [1, 2, 3]) await ask(`/page/${n}`, "192.0.2.1");
  const file = get("/file", "192.0.2.1");
  await expect.poll(() => begun).toContain("/file");
  end("/file");
  expect(await (await file).text()).toBe("page");
  await endAll();
});

it("refuses the newest of the network that asks for most with 503, and nobody else", async () => {
  const places = RENDER_LIMITS.concurrencyPerKey + RENDER_LIMITS.waiting;
  const asked = [];
  for (let n = 0; n < places; n++) asked.push(await ask(`/page/a${n}`, "192.0.2.1"));
  const refused = await get("/page/one-too-many", "192.0.2.1");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await refused.text()).toContain("We’ll be right back");
  const other = get("/page/other", "192.0.2.2");
  await expect.poll(() => begun).toContain("/page/other");
  end("/page/other");
  expect((await other).status).toBe(200);
  await endAll();
  const statuses = await Promise.all(asked.map(async ({ response }) => (await response).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it("gives up the place of a client that has left", async () => {
  for (const n of [1, 2]) await ask(`/page/${n}`, "192.0.2.1");
  const left = new AbortController();
  const { response } = await ask("/page/left", "192.0.2.1", { signal: left.signal });
  left.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => renderQueue().load).toEqual({ running: 2, waiting: 0 });
  await endAll();
  expect(begun).not.toContain("/page/left");
});

it("frees the slot of a client that has left, and of one that doesn't read", async () => {
  const left = new AbortController();
  const { response } = await ask("/page/left", "192.0.2.1", { signal: left.signal });
  left.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => renderQueue().load).toEqual(idle);
  const reader: Socket = connect(Number(new URL(base).port), "127.0.0.1").on("error", () => {});
  reader.pause();
  reader.write(
    "GET /page/unread HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n",
  );
  await expect.poll(() => begun).toContain("/page/unread");
  renderings.get("/page/unread")?.("x".repeat(16 * 1024 * 1024));
  // Its response never ends.
  await expect.poll(() => renderQueue().load).toEqual(idle);
  reader.destroy();
  await endAll();
});
