/**
 * Rendering a page takes tens of milliseconds of the event loop. So few pages are rendered at once, by turns
 * of the networks that ask, and requests to the API come in between.
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
  /** Pages that wait long for the database leave slots to others. */
  concurrencyPerKey: 2,
};

export const renderQueue = perProcess("page renders", () => new FairQueue(RENDER_LIMITS));

const LOOK_EVERY_MS = 5;

/** Resolves when a response needs no more of the renderer: it has ended, or it waits for its reader. */
async function handedOver(outgoing: ServerResponse): Promise<void> {
  while (!outgoing.writableEnded && !outgoing.writableNeedDrain && !outgoing.destroyed) {
    await wait(LOOK_EVERY_MS);
  }
}

/**
 * Makes Next.js' handler render pages by turns.
 * @param isPage whether the path is a page's; everything else is passed on at once
 * @returns a handler that throws SERVICE_UNAVAILABLE if too many wait
 */
export function renderByTurns(next: NextHandler, isPage: (path: string) => boolean): NextHandler {
  return async (incoming, outgoing) => {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    if (!isPage(path)) return next(incoming, outgoing);
    const left = new AbortController();
    outgoing.once("close", () => left.abort());
    let rendering = Promise.resolve();
    const render = () => {
      rendering = next(incoming, outgoing);
      return Promise.race([handedOver(outgoing), rendering.catch(() => {})]);
    };
    const turn = networkTurn(requestContext()?.address ?? "unknown");
    await renderQueue()
      .run(turn, render, left.signal)
      .catch((refusal) => (left.signal.aborted ? undefined : Promise.reject(refusal)));
    await rendering;
  };
}
