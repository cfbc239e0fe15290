/** Bodies are bounded before anybody reads them, and what nobody reads keeps no connection open. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { keepUnreadBody, withBody } from "#lib/framework/request.ts";

/** So long a client may go on sending after its answer: whoever is cut off at once may not read it. */
const LINGER_MS = 1_000;
/** And so much of it is read: taking in what nobody wants, as fast as it comes, would hold up everybody. */
const LINGER_BYTES = 4 * 1024 * 1024;

/** Closes the connection of a request that has been answered and goes on and on. */
export function closeUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  keepUnreadBody(incoming, outgoing);
  outgoing.once("finish", () => {
    if (incoming.complete) return;
    let bytes = 0;
    incoming.on("data", (part: Buffer) => {
      bytes += part.byteLength;
      if (bytes > LINGER_BYTES) incoming.pause();
    });
    incoming.resume();
    const timer = setTimeout(() => {
      if (!incoming.complete) incoming.socket.destroy();
    }, LINGER_MS);
    incoming.once("close", () => clearTimeout(timer));
  });
}

/**
 * Waits for a body that does not say how long it is. One that does is held to its word by the parser.
 * @returns the request to go on with; nothing where its body is larger than the limit, as soon as that
 *   is known
 */
export function receiveBody(
  incoming: IncomingMessage,
  limit: number,
): Promise<IncomingMessage | undefined> {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (encoding === undefined) {
    return Promise.resolve(Number(length ?? 0) <= limit ? incoming : undefined);
  }
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const settle = (whole?: IncomingMessage) => {
      incoming.off("data", take);
      incoming.off("end", end);
      incoming.off("close", leave);
      resolve(whole);
    };
    const take = (part: Buffer) => {
      size += part.byteLength;
      parts.push(part);
      if (size > limit) settle();
    };
    const end = () => settle(withBody(incoming, Buffer.concat(parts)));
    const leave = () => settle();
    incoming.on("data", take);
    incoming.once("end", end);
    incoming.once("close", leave);
  });
}
