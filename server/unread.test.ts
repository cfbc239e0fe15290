/** Clients that don't read: what they leave unread is limited, and other clients aren't affected. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { exchange, head } from "#test/process/raw-http.ts";
import { createListener, type Routes } from "./listener.ts";
import { closeStalledConnections, unread } from "./unread.ts";

/** More than a connection's socket buffers hold. */
const LARGE = new Uint8Array(8 * 1024 * 1024);
const MAX_UNREAD = 32 * 1024 * 1024;
let handled = 0;
const large = async () => {
  handled += 1;
  return new Response(LARGE);
};
const routes: Routes = [
  { path: "/v1/large", limit: "gate", module: { GET: large } },
  { path: "/v1/small", limit: "gate", module: { GET: async () => new Response("small") } },
];
const next = async () => {};
const server = createServer(createListener({ routes, next }));
closeStalledConnections(server);
let port = 0;
let readers: Socket[] = [];

beforeAll(async () => {
  process.env.TRUST_PROXY = "true";
  rereadEnv();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  for (const reader of readers) reader.destroy();
  readers = [];
  await expect.poll(() => unread().responses).toBe(0);
});
afterAll(() => {
  process.env.TRUST_PROXY = "false";
  rereadEnv();
  server.closeAllConnections();
  server.close();
});

const requestTo = (path: string, network: string) =>
  head("GET", path, `X-Forwarded-For: ${network}`);

/** Sends requests without reading the responses. */
async function idleReader(requests: string): Promise<Socket> {
  const reader = connect(port, "127.0.0.1").on("error", () => {});
  reader.pause();
  readers.push(reader);
  await once(reader, "connect");
  reader.write(requests);
  return reader;
}

it.each([
  ["over many connections", 40, 1],
  ["over one connection, sequentially", 1, 40],
])("a network can't leave more than its limit unread, %s", async (_, connections, each) => {
  handled = 0;
  const requests = requestTo("/v1/large", "192.0.2.1").repeat(each);
  for (let n = 0; n < connections; n++) await idleReader(requests);
  // All requests got responses, and few of these stay in memory for more than a moment.
  await expect.poll(() => [handled, unread().responses <= 5]).toEqual([40, true]);
  await expect.poll(() => unread().bytes).toBeLessThan(MAX_UNREAD + LARGE.byteLength);
  // A client that reads gets its response, from the same network and from others.
  for (const network of ["192.0.2.1", "198.51.100.1"]) {
    expect((await exchange(port, requestTo("/v1/small", network))).body).toContain("small");
  }
});

it("the /64s of one /48 share four times as much", async () => {
  handled = 0;
  for (let n = 0; n < 24; n++) {
    const network = `2001:db8:1:${(n * 256).toString(16)}::1`;
    await idleReader(requestTo("/v1/large", network));
  }
  await expect.poll(() => unread().bytes).toBeGreaterThan(MAX_UNREAD);
  await expect.poll(() => [handled, unread().responses < 24]).toEqual([24, true]);
  await expect.poll(() => unread().bytes).toBeLessThan(4 * MAX_UNREAD + LARGE.byteLength);
});

it("a client that reads nothing is disconnected, but not one that waits for a response", async () => {
  let respond = () => {};
  const GET = () =>
    new Promise<Response>((resolve) => {
      respond = () => resolve(new Response("late"));
    });
  const withLater: Routes = [...routes, { path: "/v1/later", limit: "gate", module: { GET } }];
  const later = createServer(createListener({ routes: withLater, next }));
  closeStalledConnections(later, 50);
  later.listen(0, "127.0.0.1");
  await once(later, "listening");
  const laterPort = (later.address() as AddressInfo).port;
  const waiting = exchange(laterPort, requestTo("/v1/later", "192.0.2.1"));
  const reader = connect(laterPort, "127.0.0.1").on("error", () => {});
  reader.pause();
  readers.push(reader);
  reader.write(requestTo("/v1/large", "192.0.2.2"));
  // Its connection and memory are gone. The other's response is still pending.
  await expect.poll(() => unread()).toEqual({ responses: 1, bytes: 0 });
  respond();
  expect((await waiting).body).toContain("late");
  later.closeAllConnections();
  later.close();
});
