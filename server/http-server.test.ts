/** Fails if Node.js answers a request itself that our listener should answer. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exchange, type RawResponse } from "#test/process/raw-http.ts";
import { listenToAll, SERVER_OPTIONS } from "./http-server.ts";

const server = createServer(SERVER_OPTIONS);
let port = 0;
beforeAll(async () => {
  listenToAll(server, (_incoming, outgoing) => void outgoing.end("listener"));
  // As Next.js does from its first page on.
  server.on("upgrade", (_request, socket) => socket.destroy());
  await once(server.listen(0, "127.0.0.1"), "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function expectRefused({ status, headers, body }: RawResponse): void {
  expect([status, headers.connection]).toEqual([400, "close"]);
  expect(JSON.parse(body).error.code).toBe("BAD_REQUEST");
}

const END = "Connection: close\r\n\r\n";

it.each([
  [
    "an offer of a websocket",
    "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  ],
  ["no host", `GET / HTTP/1.1\r\n${END}`],
  ["two hosts", `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n${END}`],
  ["an unknown expectation", `GET / HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\n${END}`],
  ["the method TRACE", `TRACE / HTTP/1.1\r\nHost: a\r\n${END}`],
])("a request with %s reaches the listener", async (_what, request) => {
  expect((await exchange(port, request)).body).toContain("listener");
});

it.each([
  ["CONNECT", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["bytes that are no request", "\x16\x03\x01\r\n\r\n"],
  ["a header that cannot be", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"],
])("a connection with %s is refused by us", async (_what, bytes) => {
  expectRefused(await exchange(port, bytes));
});

it.each([
  ["headers that do not end", "GET / HTTP/1.1\r\nHost: a\r\n"],
  ["no byte", ""],
  [
    "a chunk that declares more than there can be",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
  ],
])("a connection with %s is answered when its time is over", async (_what, bytes) => {
  const soon = { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 };
  const impatient = createServer({ ...SERVER_OPTIONS, ...soon });
  listenToAll(impatient, (incoming) => void incoming.resume());
  await once(impatient.listen(0, "127.0.0.1"), "listening");
  const { port } = impatient.address() as AddressInfo;
  expectRefused(await exchange(port, bytes, { untilClosed: true }));
  impatient.close();
});
