/** Open Graph images for link previews. Rendering one is CPU-heavy, so they are cached and queued. */
import { headers } from "next/headers";
import { ServiceError } from "#lib/errors.ts";
import { drawingQueue, drawingTurn } from "#lib/receipts/drawing/queue.ts";
import { draw } from "#lib/receipts/drawing/threads.ts";
import type { Card } from "#lib/schools/card/cards.ts";
import { perProcess } from "#lib/singleton.ts";
import { pictureResponse } from "./picture-response.ts";
import { plainText } from "./plain-text.ts";

type Png = Uint8Array<ArrayBuffer>;

/** About 100 kB each. */
const MAX_CARDS = 200;

/** An LRU cache by content: the least recently used card comes first. */
const cards = perProcess("social cards", () => new Map<string, Promise<Png>>());

const drawQueued = (card: Card): Promise<Png> =>
  drawingQueue().run(drawingTurn.card, () => draw({ kind: "card", content: card }));

/**
 * The card as a PNG, from the cache if possible.
 * @throws ServiceError SERVICE_UNAVAILABLE if the rendering queue is full
 */
export function renderCard(card: Card): Promise<Png> {
  const cache = cards();
  const key = JSON.stringify(card);
  const png = cache.get(key) ?? drawQueued(card);
  cache.delete(key);
  cache.set(key, png);
  const [oldest = key] = cache.keys();
  if (cache.size > MAX_CARDS) cache.delete(oldest);
  // Failures aren't cached.
  png.catch(() => cache.get(key) === png && cache.delete(key));
  return png;
}

export async function cardResponse(card: Card): Promise<Response> {
  try {
    const known = (await headers()).get("if-none-match");
    return pictureResponse(await renderCard(card), "image/png", known);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return plainText(error.status, "Try again in a moment.", error.headers);
  }
}
