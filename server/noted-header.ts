/** Headers by which the front door tells the handlers what it knows of a request. */
import type { IncomingMessage } from "node:http";

/** Sets a header of the request, in place of any that the client has sent under its name. */
export function noteHeader(incoming: IncomingMessage, name: string, value: string): void {
  incoming.headers[name] = value;
  const { rawHeaders } = incoming;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  }
  rawHeaders.push(name, value);
}
