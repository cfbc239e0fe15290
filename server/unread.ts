/**
 * Slow and stalled clients. Unread responses stay in memory, so each network's unread bytes are limited across
 * its connections, and stalled clients are disconnected.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { networksOf } from "#lib/auth/limits/network.ts";

/** The maximum unread bytes per IPv4 address or IPv6 /64, excluding the system's socket buffers. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const POLL_INTERVAL_MS = 250;
/** How long a client may stall. */
const STALL_TIMEOUT_MS = 30_000;

/** Open responses and their clients' addresses. */
const open = new Map<ServerResponse, string>();

/** Counts a response's bytes against its client's networks until they are read. */
export function countUnread(address: string, outgoing: ServerResponse): void {
  open.set(outgoing, address);
  outgoing.once("close", () => open.delete(outgoing));
}

/** Closes the largest unread responses of networks over the limit. */
function closeLargestResponses(): void {
  const bytes = new Map<string, number>();
  const unread = [...open].filter(([{ writableLength }]) => writableLength > 0);
  for (const [outgoing, address] of unread.sort(
    ([a], [b]) => a.writableLength - b.writableLength,
  )) {
    for (const { name, times } of networksOf(address)) {
      const sum = (bytes.get(name) ?? 0) + outgoing.writableLength;
      bytes.set(name, sum);
      if (sum > times * MAX_UNREAD_BYTES) outgoing.destroy();
    }
  }
}

/** Closes connections that read nothing for too long, leave too much unread, or are idle. */
export function closeStalledConnections(server: Server, afterMs = STALL_TIMEOUT_MS): void {
  server.setTimeout(afterMs, (socket) => {
    // A client whose response isn't ready yet keeps its connection.
    const isWaiting = [...open.keys()].some((outgoing) => outgoing.req.socket === socket);
    if (socket.writableLength > 0 || !isWaiting) socket.destroy();
  });
  const timer = setInterval(closeLargestResponses, POLL_INTERVAL_MS).unref();
  server.once("close", () => clearInterval(timer));
}

/** The number of open responses and their unread bytes, across all networks, for tests. */
export const unread = (): { responses: number; bytes: number } => ({
  responses: open.size,
  bytes: [...open.keys()].reduce((sum, { writableLength }) => sum + writableLength, 0),
});

/** How long a client may keep sending after the response. If disconnected at once, it might not read it. */
export const LINGER_MS = 1_000;
/** How much of that is read: discarding a rejected body at full speed would delay other requests. */
const LINGER_BYTES = 512 * 1024;

/**
 * Responds to a request whose body is still being sent: delays the end of the response a little, since Node.js closes
 * the connection then. unread-body.test.ts fails without it.
 */
export function closeAfterResponse(response: Response, incoming: IncomingMessage): Response {
  const headers = new Headers(response.headers);
  headers.set("Connection", "close");
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > LINGER_BYTES) incoming.pause();
  });
  const delayedEnd = new TransformStream<Uint8Array, Uint8Array>({
    async flush() {
      await finished(incoming, { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => {});
    },
  });
  const body = response.body?.pipeThrough(delayedEnd) ?? null;
  return new Response(body, { status: response.status, headers });
}
