/** Closes connections on which more is sent than was read. */
import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";

/** How long a client may keep sending after the response: if it were cut off at once, it might not read it. */
const LINGER_MS = 1_000;
/** And how much of that is read: discarding an unwanted body at full speed would delay other requests. */
const LINGER_BYTES = 512 * 1024;

/**
 * The response to a request that is still being sent: the connection ends with it. It is sent whole, with its length,
 * and ends a moment later, since Node.js closes the connection at its end.
 */
export async function closing(response: Response, incoming: IncomingMessage): Promise<Response> {
  const whole = await response.bytes();
  const headers = new Headers(response.headers);
  headers.set("Connection", "close");
  headers.set("Content-Length", String(whole.byteLength));
  let bytes = 0;
  incoming.on("data", (part: Buffer) => {
    bytes += part.byteLength;
    if (bytes > LINGER_BYTES) incoming.pause();
  });
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(whole);
      await finished(incoming, { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => {});
      controller.close();
    },
  });
  return new Response(body, { status: response.status, headers });
}
