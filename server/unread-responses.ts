/**
 * Unread responses stay in memory. So the unread bytes of each network are limited, across all of its
 * connections, and stalled clients are disconnected.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { networkOf } from "#lib/auth/limits/network.ts";
import { discardWhere } from "#lib/framework/response.ts";
import { CLIENT_ADDRESS } from "#lib/http/caller.ts";

/** The maximum of unread bytes per network, besides those in the system's socket buffers. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
/** How long a client may stall. */
const STALLED_MS = 30_000;

type Responses = Set<ServerResponse>;
const underWay = new Map<string, Responses>();
const socketsInUse = new WeakMap<object, number>();

function isTooMuch(responses: Responses): boolean {
  let bytes = 0;
  for (const { writableLength } of responses) bytes += writableLength;
  return bytes > MAX_UNREAD_BYTES;
}

/** Counts a response's bytes until they are read. */
export function watchUnread({ headers, socket }: IncomingMessage, outgoing: ServerResponse): void {
  const network = networkOf(String(headers[CLIENT_ADDRESS]));
  const responses = underWay.get(network) ?? new Set();
  underWay.set(network, responses.add(outgoing));
  socketsInUse.set(socket, (socketsInUse.get(socket) ?? 0) + 1);
  outgoing.once("close", () => {
    responses.delete(outgoing);
    if (responses.size === 0 && underWay.get(network) === responses) underWay.delete(network);
    socketsInUse.set(socket, (socketsInUse.get(socket) ?? 1) - 1);
  });
  // Beyond the limit, a write is not buffered: that connection ends.
  discardWhere(outgoing, () => {
    if (isTooMuch(responses)) outgoing.destroy();
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
  const all = [...underWay.values()].flatMap((responses) => [...responses]);
  return { responses: all.length, bytes: all.reduce((sum, one) => sum + one.writableLength, 0) };
}
