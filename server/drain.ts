/** Stops an HTTP server without cutting off anybody who has sent a request already. */
import type { Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { stopListening } from "#lib/framework/http-server.ts";

type Patience = {
  /** So long a connection that is kept alive may still be used once, and then hears that it ends. */
  lingerMs?: number;
  /** So long requests under way have to end; then they are cut. */
  drainMs?: number;
};

const LOOK_EVERY_MS = 20;

/**
 * Makes a server stoppable; call it before the server listens.
 * @returns a function that stops it. New connections are refused from then on. Each answer on one that is
 *   open says `Connection: close`, so that its caller does not send another request just as we close it.
 */
export function drainable(server: Server): (patience?: Patience) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  // First, so that the header is set before anybody else can have sent theirs.
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
    stopListening(server, () => {
      open = false;
    });
    for (const response of underWay) response.shouldKeepAlive = false;
    while (open && isBefore(lingerMs)) await wait(LOOK_EVERY_MS);
    server.closeIdleConnections();
    while (open && isBefore(drainMs)) await wait(LOOK_EVERY_MS);
    server.closeAllConnections();
    while (open) await wait(LOOK_EVERY_MS);
  };
}
