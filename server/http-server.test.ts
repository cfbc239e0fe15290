/** Fails if Node.js responds itself to a request that our listener should handle. */
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

function expectRejected({ status, headers, body }: RawResponse): void {
  expect([status, headers.connection]).toEqual([400, "close"]);
  expect(JSON.parse(body).error.code).toBe("BAD_REQUEST");
}

const END = "Connection: close\r\n\r\n";

it.each([
  [
    "a WebSocket upgrade",
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
  ["bytes that aren't a request", "\x16\x03\x01\r\n\r\n"],
  ["an invalid header", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"],
])("a connection with %s gets our own error response", async (_what, bytes) => {
  expectRejected(await exchange(port, bytes));
});

it.each([
  ["unfinished headers", "GET / HTTP/1.1\r\nHost: a\r\n"],
  ["no bytes", ""],
  [
    "an impossibly large chunk",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
  ],
])("a connection with %s gets a response when it times out", async (_what, bytes) => {
  const short = { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 };
  const shortLived = createServer({ ...SERVER_OPTIONS, ...short });
  listenToAll(shortLived, (incoming) => void incoming.resume());
  await once(shortLived.listen(0, "127.0.0.1"), "listening");
  const { port } = shortLived.address() as AddressInfo;
  expectRejected(await exchange(port, bytes, { untilClosed: true }));
  shortLived.close();
});
