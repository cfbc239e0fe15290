/** Answers requests whose bodies are still being sent. server/unread-body.test.ts fails without it. */
import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";

/** How long a client may keep sending after the response: if it were cut off at once, it might not read it. */
const LINGER_MS = 1_000;
/** And how much of that is read: discarding an unwanted body at full speed would delay other requests. */
const LINGER_BYTES = 512 * 1024;

/** Closes the connection a moment after the response, which Node.js does once it ends. */
export function closeAfter(response: Response, incoming: IncomingMessage): Response {
  const headers = new Headers(response.headers);
  headers.set("Connection", "close");
  let bytes = 0;
  incoming.on("data", (part: Buffer) => {
    bytes += part.byteLength;
    if (bytes > LINGER_BYTES) incoming.pause();
  });
  const ending = new TransformStream<Uint8Array, Uint8Array>({
    async flush() {
      await finished(incoming, { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => {});
    },
  });
  const body = response.body?.pipeThrough(ending) ?? null;
  return new Response(body, { status: response.status, headers });
}
