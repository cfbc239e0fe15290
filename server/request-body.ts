/** Bodies are bounded before anybody reads them, and what nobody reads keeps no connection open. */
import { IncomingMessage, type ServerResponse } from "node:http";
import { dropHeader, noteHeader } from "./noted-header.ts";

/** So long a client may go on sending after its answer: whoever is cut off at once may not read it. */
const LINGER_MS = 1_000;
/** And so much of it is read: taking in what nobody wants, as fast as it comes, would hold up everybody. */
const LINGER_BYTES = 4 * 1024 * 1024;

/** Closes the connection of a request that has been answered and goes on and on. */
export function closeUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once("prefinish", () => {
    // Begun by us: Node would drop the rest of what nobody has begun to read as fast as it comes.
    if (!incoming.complete) incoming.read(0);
  });
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

/** The same request with its whole body in hand. One that has been read could not be read again. */
function withBody(incoming: IncomingMessage, body: Buffer): IncomingMessage {
  const whole = new IncomingMessage(incoming.socket);
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers } = incoming;
  Object.assign(whole, { method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  whole.headers = { ...headers };
  whole.rawHeaders = [...incoming.rawHeaders];
  dropHeader(whole, "transfer-encoding");
  noteHeader(whole, "content-length", String(body.byteLength));
  if (body.byteLength > 0) whole.push(body);
  whole.push(null);
  whole.complete = true;
  return whole;
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
