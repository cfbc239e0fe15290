/**
 * Unread responses stay in memory. So the unread bytes of each network are limited, across all of its
 * connections, and stalled clients are disconnected.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { networksOf } from "#lib/auth/limits/network.ts";
import { discardWhere } from "#lib/framework/response.ts";

/** The maximum of unread bytes per IPv4 address or IPv6 /64, besides those in the system's socket buffers. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
/** How long a client may stall. */
const STALLED_MS = 30_000;

/** The open responses of a network, and the unread bytes that they may have. */
type Share = { responses: Set<ServerResponse>; maxBytes: number };
const shares = new Map<string, Share>();
const socketsInUse = new WeakMap<object, number>();

function isTooMuch({ responses, maxBytes }: Share): boolean {
  let bytes = 0;
  for (const { writableLength } of responses) bytes += writableLength;
  return bytes > maxBytes;
}

/** Adds a response to the share of each network that its client is in. */
function join(address: string, outgoing: ServerResponse): Share[] {
  return networksOf(address).map(({ name, times }) => {
    const share = shares.get(name) ?? { responses: new Set(), maxBytes: times * MAX_UNREAD_BYTES };
    shares.set(name, share);
    share.responses.add(outgoing);
    outgoing.once("close", () => {
      share.responses.delete(outgoing);
      if (share.responses.size === 0 && shares.get(name) === share) shares.delete(name);
    });
    return share;
  });
}

/** Counts a response's bytes until they are read. */
export function watchUnread(
  address: string,
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const joined = join(address, outgoing);
  socketsInUse.set(socket, (socketsInUse.get(socket) ?? 0) + 1);
  outgoing.once("close", () => socketsInUse.set(socket, (socketsInUse.get(socket) ?? 1) - 1));
  // Beyond the limit, a write is not buffered: that connection ends.
  discardWhere(outgoing, () => {
    if (joined.some(isTooMuch)) outgoing.destroy();
    return outgoing.destroyed;
  });
}

/** Ends connections that have read nothing for too long, and unused ones. */
export function cutStalled(server: Server, afterMs = STALLED_MS): void {
  server.setTimeout(afterMs, (socket) => {
    // A client whose response is not ready yet keeps its connection.
    if (socket.writableLength > 0 || !socketsInUse.get(socket)) socket.destroy();
  });
}

/** The number of open responses and their unread bytes, across all networks, for tests. */
export function unread(): { responses: number; bytes: number } {
  const all = new Set([...shares.values()].flatMap(({ responses }) => [...responses]));
  const bytes = [...all].reduce((sum, { writableLength }) => sum + writableLength, 0);
  return { responses: all.size, bytes };
}
