/**
 * Rendering a page takes tens of milliseconds of the event loop. So few pages are rendered at once, by turns
 * of the networks that ask, and requests to the API come in between.
 */
import type { ServerResponse } from "node:http";
import { networkTurn } from "#lib/auth/limits/network.ts";
import type { ServiceError } from "#lib/errors.ts";
import { FairQueue } from "#lib/fair-queue.ts";
import type { NextHandler } from "#lib/framework/next-pages.ts";
import { onceHandedOver } from "#lib/framework/response.ts";
import { requestContext } from "#lib/http/request-context.ts";
import { perProcess } from "#lib/singleton.ts";
import { refuseBusy } from "./refusals.ts";

export const RENDER_LIMITS = {
  atOnce: 4,
  waiting: 100,
  /** Pages that wait long for the database leave slots to others. */
  atOnceOfOneKey: 2,
};

export const renderQueue = perProcess("page renders", () => new FairQueue(RENDER_LIMITS));

/** Resolves when a response needs no more of the renderer: it has ended, or it waits for its reader. */
function handedOver(outgoing: ServerResponse, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    onceHandedOver(outgoing, resolve);
    closed.addEventListener("abort", () => resolve(), { once: true });
  });
}

/**
 * Makes Next.js' handler render pages by turns.
 * @param isPage whether the path is a page's; everything else is passed on at once
 */
export function renderByTurns(next: NextHandler, isPage: (path: string) => boolean): NextHandler {
  return async (incoming, outgoing) => {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    if (!isPage(path)) return next(incoming, outgoing);
    const { address = "unknown", requestId = "" } = requestContext() ?? {};
    const left = new AbortController();
    outgoing.once("close", () => left.abort());
    let rendering = Promise.resolve();
    const render = () => {
      // First, since Next.js keeps the response's methods.
      const released = handedOver(outgoing, left.signal);
      rendering = next(incoming, outgoing);
      return Promise.race([released, rendering.catch(() => {})]);
    };
    try {
      await renderQueue().run(networkTurn(address), render, left.signal);
    } catch (refusal) {
      if (left.signal.aborted) return;
      return refuseBusy(incoming, outgoing, refusal as ServiceError, requestId);
    }
    await rendering;
  };
}
