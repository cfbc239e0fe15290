/** Headers by which the front door tells the handlers what it knows of a request. */
import type { IncomingMessage } from "node:http";

/** Takes a header out of the request. */
export function dropHeader(incoming: IncomingMessage, name: string): void {
  delete incoming.headers[name];
  const { rawHeaders } = incoming;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  }
}

/** Sets a header of the request, in place of any that the client has sent under its name. */
export function noteHeader(incoming: IncomingMessage, name: string, value: string): void {
  dropHeader(incoming, name);
  incoming.headers[name] = value;
  incoming.rawHeaders.push(name, value);
}
