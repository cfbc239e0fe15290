/**
 * Rendering a page blocks the event loop for tens of milliseconds, so few pages are rendered concurrently, round-robin
 * by network, with API requests handled in between.
 */
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { networkTurn } from "#lib/auth/limits/network.ts";
import { FairQueue } from "#lib/fair-queue.ts";
import { requestContext } from "#lib/http/request-context.ts";
import { perProcess } from "#lib/singleton.ts";
import type { NextHandler } from "./listener.ts";

export const RENDER_LIMITS = {
  concurrency: 4,
  waiting: 100,
  /** Pages that wait long for the database leave slots for others. */
  concurrencyPerKey: 2,
};

export const renderQueue = perProcess("page renders", () => new FairQueue(RENDER_LIMITS));

const POLL_INTERVAL_MS = 5;

/** Resolves when a response no longer needs the renderer: it has ended, or waits for its client. */
async function rendered(outgoing: ServerResponse): Promise<void> {
  while (!outgoing.writableEnded && !outgoing.writableNeedDrain && !outgoing.destroyed) {
    await wait(POLL_INTERVAL_MS);
  }
}

/**
 * Limits the concurrency of Next.js's page rendering.
 * @param isPage whether the path is a page; everything else is handled immediately
 * @returns a handler that throws SERVICE_UNAVAILABLE if too many wait
 */
export function limitRendering(next: NextHandler, isPage: (path: string) => boolean): NextHandler {
  return async (incoming, outgoing) => {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    if (!isPage(path)) return next(incoming, outgoing);
    const disconnect = new AbortController();
    outgoing.once("close", () => disconnect.abort());
    let rendering = Promise.resolve();
    const render = () => {
      rendering = next(incoming, outgoing);
      return Promise.race([rendered(outgoing), rendering.catch(() => {})]);
    };
    const turn = networkTurn(requestContext()?.address ?? "unknown");
    await renderQueue()
      .run(turn, render, () => disconnect.signal)
      .catch((error) => (disconnect.signal.aborted ? undefined : Promise.reject(error)));
    await rendering;
  };
}
