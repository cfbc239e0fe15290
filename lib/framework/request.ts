/**
 * Requests of Node.js 24: `headers` and `rawHeaders` are separate, and Node.js reads `rawHeaders` again later.
 * So those of a received request are never changed: what we know of it stands in its context
 * (lib/http/request-context.ts). request.test.ts fails if a request can no longer be made by hand.
 */
import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";

/** Every value of a header, as received: `headers` joins repeated ones or drops all but the first. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/** The same request with its whole body: after it was read, it could not be read again. */
export function withBody(incoming: IncomingMessage, body: Buffer): IncomingMessage {
  const whole = new IncomingMessage(incoming.socket);
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders } = incoming;
  Object.assign(whole, { method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  const { "transfer-encoding": _, ...headers } = incoming.headers;
  const length = String(body.byteLength);
  whole.headers = { ...headers, "content-length": length };
  const isEncoding = (at: number) => rawHeaders[at]?.toLowerCase() === "transfer-encoding";
  const kept = rawHeaders.filter((_, at) => !isEncoding(at - (at % 2)));
  whole.rawHeaders = [...kept, "content-length", length];
  if (body.byteLength > 0) whole.push(body);
  whole.push(null);
  whole.complete = true;
  return whole;
}

/** A synthetic request for a page: without cookies or connection. */
export function syntheticRequest(path: string, host: string): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  Object.assign(incoming, { method: "GET", url: path, headers: { host, accept: "text/html" } });
  incoming.push(null);
  return incoming;
}

/**
 * Keeps Node.js from discarding the rest of an unread body at full speed, as it does after the response if
 * nobody has begun to read. What is buffered has to be taken: with a full buffer, `read(0)` reads nothing.
 */
export function keepUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once("prefinish", () => {
    if (!incoming.complete) incoming.read();
  });
}
