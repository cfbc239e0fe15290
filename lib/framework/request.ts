/**
 * In Node.js 24, `headers` and `rawHeaders` of a request are separate. Next.js reads the first,
 * @hono/node-server the second, so a header is set in both. request.test.ts fails if one of them reads
 * anything else, or if a request can no longer be made by hand.
 */
import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";

/** Removes a header of the request. @param name in lower case */
export function removeRequestHeader(incoming: IncomingMessage, name: string): void {
  delete incoming.headers[name];
  const { rawHeaders } = incoming;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  }
}

/** Sets a header of the request, replacing the client's. @param name in lower case */
export function setRequestHeader(incoming: IncomingMessage, name: string, value: string): void {
  removeRequestHeader(incoming, name);
  incoming.headers[name] = value;
  incoming.rawHeaders.push(name, value);
}

/** The same request with its whole body: after it was read, it could not be read again. */
export function withBody(incoming: IncomingMessage, body: Buffer): IncomingMessage {
  const whole = new IncomingMessage(incoming.socket);
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers } = incoming;
  Object.assign(whole, { method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  whole.headers = { ...headers };
  whole.rawHeaders = [...incoming.rawHeaders];
  removeRequestHeader(whole, "transfer-encoding");
  setRequestHeader(whole, "content-length", String(body.byteLength));
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
