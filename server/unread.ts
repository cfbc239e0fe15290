/**
 * Unread responses stay in memory. So the unread bytes of each network are limited, across all of its
 * connections, and stalled clients are disconnected.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { networksOf } from "#lib/auth/limits/network.ts";

/** The maximum of unread bytes per IPv4 address or IPv6 /64, besides those in the system's socket buffers. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const LOOK_EVERY_MS = 250;
/** How long a client may stall. */
const STALLED_MS = 30_000;

/** The open responses of a network, and the unread bytes that they may have. */
type Share = { responses: Set<ServerResponse>; maxBytes: number };
const shares = new Map<string, Share>();
const socketsInUse = new WeakMap<object, number>();

/** Counts a response's bytes against each network that its client is in, until they are read. */
export function countUnread(
  address: string,
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  socketsInUse.set(socket, (socketsInUse.get(socket) ?? 0) + 1);
  outgoing.once("close", () => socketsInUse.set(socket, (socketsInUse.get(socket) ?? 1) - 1));
  for (const { name, times } of networksOf(address)) {
    const share = shares.get(name) ?? { responses: new Set(), maxBytes: times * MAX_UNREAD_BYTES };
    shares.set(name, share);
    share.responses.add(outgoing);
    outgoing.once("close", () => {
      share.responses.delete(outgoing);
      if (share.responses.size === 0 && shares.get(name) === share) shares.delete(name);
    });
  }
}

/** Ends the largest unread responses of a network that has too many. */
function cut({ responses, maxBytes }: Share): void {
  const largest = [...responses].sort((a, b) => b.writableLength - a.writableLength);
  let bytes = largest.reduce((sum, { writableLength }) => sum + writableLength, 0);
  for (const response of largest) {
    if (bytes <= maxBytes) return;
    bytes -= response.writableLength;
    response.destroy();
  }
}

/** Ends connections that have read nothing for too long or that leave too much unread, and unused ones. */
export function cutStalled(server: Server, afterMs = STALLED_MS): void {
  server.setTimeout(afterMs, (socket) => {
    // A client whose response is not ready yet keeps its connection.
    if (socket.writableLength > 0 || !socketsInUse.get(socket)) socket.destroy();
  });
  const timer = setInterval(() => shares.forEach(cut), LOOK_EVERY_MS).unref();
  server.once("close", () => clearInterval(timer));
}

/** The number of open responses and their unread bytes, across all networks, for tests. */
export function unread(): { responses: number; bytes: number } {
  const all = new Set([...shares.values()].flatMap(({ responses }) => [...responses]));
  const bytes = [...all].reduce((sum, { writableLength }) => sum + writableLength, 0);
  return { responses: all.size, bytes };
}
