/** Bodies are bounded before anybody reads them, and what nobody reads keeps no connection open. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** So long a client may go on sending after its answer: whoever is cut off at once may not read it. */
const LINGER_MS = 1_000;

/** Closes the connection of a request that has been answered and goes on and on. */
export function closeUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once("finish", () => {
    if (incoming.complete) return;
    incoming.resume();
    const timer = setTimeout(() => {
      if (!incoming.complete) incoming.socket.destroy();
    }, LINGER_MS);
    incoming.once("close", () => clearTimeout(timer));
  });
}

/**
 * Waits for a body that does not say how long it is. One that does is held to its word by the parser.
 * @returns false where it is larger than the limit, as soon as that is known
 */
export function receiveBody(incoming: IncomingMessage, limit: number): Promise<boolean> {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (encoding === undefined) return Promise.resolve(Number(length ?? 0) <= limit);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const settle = (fits: boolean) => {
      incoming.off("readable", read);
      incoming.off("close", leave);
      resolve(fits);
    };
    const leave = () => settle(false);
    const read = () => {
      // An empty body is not read here: its end would have passed before its reader listens.
      while (incoming.readableLength > 0) {
        const part: Buffer = incoming.read();
        size += part.byteLength;
        if (size > limit) return settle(false);
        parts.push(part);
      }
      if (!incoming.complete) return;
      // Put back for whoever reads it as if nothing had happened.
      if (size > 0) incoming.unshift(Buffer.concat(parts));
      settle(true);
    };
    incoming.on("readable", read);
    incoming.once("close", leave);
  });
}
