/** Clients that do not read: what they leave unread is limited, and other clients are not affected. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { exchange, head } from "#test/process/raw-http.ts";
import { createListener } from "./listener.ts";
import { closeStalledConnections, unread } from "./unread.ts";

/** More than a connection's socket buffers hold. */
const LARGE = new Uint8Array(8 * 1024 * 1024);
const MOST = 32 * 1024 * 1024;
let asked = 0;
const large = async () => {
  asked += 1;
  return new Response(LARGE);
};
const routes = [
  { path: "/v1/large", module: { GET: large } },
  { path: "/v1/small", module: { GET: async () => new Response("small") } },
];
const next = async () => {};
const door = createServer(createListener({ routes, next }));
closeStalledConnections(door);
let port = 0;
let readers: Socket[] = [];

beforeAll(async () => {
  process.env.TRUST_PROXY = "true";
  rereadEnv();
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  ({ port } = door.address() as AddressInfo);
});
afterEach(async () => {
  for (const reader of readers) reader.destroy();
  readers = [];
  await expect.poll(() => unread().responses).toBe(0);
});
afterAll(() => {
  process.env.TRUST_PROXY = "false";
  rereadEnv();
  door.closeAllConnections();
  door.close();
});

const ask = (path: string, network: string) => head("GET", path, `X-Forwarded-For: ${network}`);

/** Sends a request, and does not read the response. */
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
  ["over one connection, one request after the other", 1, 40],
])("a network cannot leave more than its limit unread, %s", async (_, connections, each) => {
  asked = 0;
  const requests = ask("/v1/large", "192.0.2.1").repeat(each);
  for (let n = 0; n < connections; n++) await idleReader(requests);
  // All requests were answered, and hardly any response is kept in memory for longer than a moment.
  await expect.poll(() => [asked, unread().responses <= 5]).toEqual([40, true]);
  await expect.poll(() => unread().bytes).toBeLessThan(MOST + LARGE.byteLength);
  // A client that reads gets its response, from the same network and from others.
  for (const network of ["192.0.2.1", "198.51.100.1"]) {
    expect((await exchange(port, ask("/v1/small", network))).body).toContain("small");
  }
});

it("the /64s of one /48 share four times as much", async () => {
  asked = 0;
  for (let n = 0; n < 24; n++) {
    const network = `2001:db8:1:${(n * 256).toString(16)}::1`;
    await idleReader(ask("/v1/large", network));
  }
  await expect.poll(() => unread().bytes).toBeGreaterThan(MOST);
  await expect.poll(() => [asked, unread().responses < 24]).toEqual([24, true]);
  await expect.poll(() => unread().bytes).toBeLessThan(4 * MOST + LARGE.byteLength);
});

it("a client that reads nothing is disconnected, one that waits for a response is not", async () => {
  let answer = () => {};
  const GET = () =>
    new Promise<Response>((resolve) => {
      answer = () => resolve(new Response("late"));
    });
  const withLater = [...routes, { path: "/v1/later", module: { GET } }];
  const later = createServer(createListener({ routes: withLater, next }));
  closeStalledConnections(later, 50);
  later.listen(0, "127.0.0.1");
  await once(later, "listening");
  const there = (later.address() as AddressInfo).port;
  const waiting = exchange(there, ask("/v1/later", "192.0.2.1"));
  const reader = connect(there, "127.0.0.1").on("error", () => {});
  reader.pause();
  readers.push(reader);
  reader.write(ask("/v1/large", "192.0.2.2"));
  // Its connection is gone, and so is its memory; the other's response is still to come.
  await expect.poll(() => unread()).toEqual({ responses: 1, bytes: 0 });
  answer();
  expect((await waiting).body).toContain("late");
  later.closeAllConnections();
  later.close();
});
