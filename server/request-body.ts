/** Limits request bodies before they are read, and closes connections whose body is not read. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { keepUnreadBody, withBody } from "#lib/framework/request.ts";
import { announceClose } from "#lib/framework/response.ts";

/**
 * How long a client may keep sending after the response: if it were cut off at once, it might not read it.
 */
const LINGER_MS = 1_000;
/** And how much of that is read: discarding an unwanted body at full speed would delay other requests. */
const LINGER_BYTES = 512 * 1024;

/** Closes the connection of a request that was answered while it was still being sent. */
export function closeUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  keepUnreadBody(incoming, outgoing);
  announceClose(outgoing, () => !incoming.complete);
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
 * Waits for a body without a declared length. The parser enforces a declared one.
 * @returns the request to continue with; undefined as soon as the body exceeds the limit
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
