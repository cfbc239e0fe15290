/**
 * Unread responses stay in memory. So what a network may leave unread is limited, across all of its
 * connections, and stalled readers are disconnected.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { networkOf } from "#lib/auth/limits/network.ts";
import { discardWhere } from "#lib/framework/response.ts";
import { CLIENT_ADDRESS } from "#lib/http/caller.ts";

/** The bytes that a network may leave unread, besides those in the socket buffers of the system. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
/** How long a reader may stall. */
const STALLED_MS = 30_000;

type Responses = Set<ServerResponse>;
const underWay = new Map<string, Responses>();
const socketsInUse = new WeakMap<object, number>();

function isTooMuch(responses: Responses): boolean {
  let bytes = 0;
  for (const { writableLength } of responses) bytes += writableLength;
  return bytes > MAX_UNREAD_BYTES;
}

/** Counts a response from now until it has been read. */
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
  // What would be written while the network leaves too much unread is not kept: that connection ends.
  discardWhere(outgoing, () => {
    if (isTooMuch(responses)) outgoing.destroy();
    return outgoing.destroyed;
  });
}

/** Ends connections that take nothing of what was written for so long, and those that nobody uses. */
export function cutStalled(server: Server, afterMs = STALLED_MS): void {
  server.setTimeout(afterMs, (socket) => {
    // Whoever waits for a response that is not there yet goes on waiting.
    if (socket.writableLength > 0 || !socketsInUse.get(socket)) socket.destroy();
  });
}

/** How many responses are under way, and how many bytes of them wait, of all networks: for tests. */
export function unread(): { responses: number; bytes: number } {
  const all = [...underWay.values()].flatMap((responses) => [...responses]);
  return { responses: all.length, bytes: all.reduce((sum, one) => sum + one.writableLength, 0) };
}
