/** Stops an HTTP server gracefully: requests that were already sent get their responses. */
import type { Server, ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

type DrainOptions = {
  /** How long an idle keep-alive connection may still send a request, whose response closes it. */
  lingerMs?: number;
  /** How long requests in progress may take before their connections are closed. */
  drainMs?: number;
};

const POLL_INTERVAL_MS = 20;

/**
 * Call this before the server listens.
 * @returns a function that stops the server. From then on, new connections are refused, and responses on open
 *   ones say `Connection: close`, so that clients don't send another request just as we close them.
 */
export function makeDrainable(server: Server): (options?: DrainOptions) => Promise<void> {
  const inProgress = new Set<ServerResponse>();
  let stopping = false;
  // Runs first, to set the header before another listener can send the response.
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (stopping) response.shouldKeepAlive = false;
    inProgress.add(response);
    response.once("close", () => inProgress.delete(response));
  });

  return async ({ lingerMs = 1_000, drainMs = 10_000 } = {}) => {
    stopping = true;
    const startedAt = performance.now();
    const isBefore = (ms: number) => performance.now() - startedAt < ms;
    let open = true;
    // HTTP's own `close` closes idle connections at once, even if a request is on its way.
    TcpServer.prototype.close.call(server, () => {
      open = false;
    });
    for (const response of inProgress) response.shouldKeepAlive = false;
    while (open && isBefore(lingerMs)) await wait(POLL_INTERVAL_MS);
    server.closeIdleConnections();
    while (open && isBefore(drainMs)) await wait(POLL_INTERVAL_MS);
    server.closeAllConnections();
    while (open) await wait(POLL_INTERVAL_MS);
  };
}
