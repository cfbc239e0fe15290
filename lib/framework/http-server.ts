/**
 * Node.js 24's HTTP server answers some requests by itself, before any listener sees them. http-server.test.ts
 * fails where it answers more of them, or another way.
 */
import type { RequestListener, Server, ServerOptions } from "node:http";
import { Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";

export const SERVER_OPTIONS = {
  // Offers of another protocol (h2c, websocket) are passed over. Next.js 16.4 listens for "upgrade" from its
  // first page on, and Node would then hand it the connection instead of the request.
  shouldUpgradeCallback: () => false,
  // A request without a host reaches the listener instead of an answer with an empty body.
  requireHostHeader: false,
} satisfies ServerOptions;

/** Sends every request to one listener, and every connection that makes no request to another. */
export function listenToAll(
  server: Server,
  onRequest: RequestListener,
  onUnreadable: (socket: Duplex) => void,
): void {
  server.on("request", onRequest);
  // An `Expect` that Node does not know would be answered with nothing but its status.
  server.on("checkExpectation", onRequest);
  server.on("connect", (_request, socket) => onUnreadable(socket));
  server.on("clientError", (_error, socket) => onUnreadable(socket));
}

/**
 * Refuses new connections, and leaves open ones alone. The method of TCP: that of HTTP closes idle connections
 * at once, also where a request is on its way. @param onEnded once the last connection has ended
 */
export function stopListening(server: Server, onEnded: () => void): void {
  TcpServer.prototype.close.call(server, onEnded);
}
