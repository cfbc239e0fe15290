/** Stops an HTTP server gracefully: requests that were already sent are answered. */
import type { Server, ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

type Patience = {
  /** How long an idle keep-alive connection may still send one request, whose response closes it. */
  lingerMs?: number;
  /** How long requests in progress may take before their connections are closed. */
  drainMs?: number;
};

const POLL_INTERVAL_MS = 20;

/**
 * Makes a server stoppable; call it before the server listens.
 * @returns a function that stops it. New connections are refused from then on. Each response on an open one
 *   says `Connection: close`, so that the client does not send another request just as we close it.
 */
export function drainable(server: Server): (patience?: Patience) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  // The first listener, so that the header is set before another listener can send the response.
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (stopping) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });

  return async ({ lingerMs = 1_000, drainMs = 10_000 } = {}) => {
    stopping = true;
    const begun = performance.now();
    const isBefore = (ms: number) => performance.now() - begun < ms;
    let open = true;
    // TCP's own method: HTTP's closes idle connections at once, even if a request is on its way.
    TcpServer.prototype.close.call(server, () => {
      open = false;
    });
    for (const response of underWay) response.shouldKeepAlive = false;
    while (open && isBefore(lingerMs)) await wait(POLL_INTERVAL_MS);
    server.closeIdleConnections();
    while (open && isBefore(drainMs)) await wait(POLL_INTERVAL_MS);
    server.closeAllConnections();
    while (open) await wait(POLL_INTERVAL_MS);
  };
}
