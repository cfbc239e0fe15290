/**
 * Keeps Node.js 24's HTTP server from responding to some requests itself, before any listener sees them.
 * http-server.test.ts fails if that changes.
 */
import type { RequestListener, Server, ServerOptions } from "node:http";
import type { Duplex } from "node:stream";
import { ServiceError } from "#lib/errors.ts";
import { requestIdOf } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";
import { logUnreadable } from "./request-log.ts";
import { LINGER_MS } from "./unread.ts";

export const SERVER_OPTIONS = {
  keepAliveTimeout: 65_000,
  // The whole request must arrive within this time, its headers sooner. By default, Node.js checks only every 30 s.
  // A request whose body is shorter than declared gets its response then: a chunk may declare any size.
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // Ignores protocol upgrades (h2c, WebSocket). Next.js 16.4 listens for "upgrade" from its first
  // page on, and Node would then pass it the connection instead of the request.
  shouldUpgradeCallback: () => false,
  // A request without a Host header reaches the listener instead of getting an empty response.
  requireHostHeader: false,
} satisfies ServerOptions;

/** Responds to bytes that aren't an HTTP request, and closes the connection. */
async function reject(socket: Duplex): Promise<void> {
  if (!socket.writable) return void socket.destroy();
  logUnreadable();
  const response = failure(new ServiceError("BAD_REQUEST"), requestIdOf(null));
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers}Connection: close\r\n\r\n${body}`);
  // A client that goes on sending would keep the request that timed out.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Passes every request to one listener, and rejects connections without a valid request. */
export function listenToAll(server: Server, onRequest: RequestListener): void {
  // Only the 16 KiB limit applies: beyond Node's default of 2,000, `headers` would lack some that `rawHeaders` has.
  server.maxHeadersCount = 0;
  server.on("request", onRequest);
  // Node would respond to an unknown `Expect` with only a status.
  server.on("checkExpectation", onRequest);
  server.on("connect", (_request, socket) => void reject(socket));
  server.on("clientError", (_error, socket) => void reject(socket));
}
