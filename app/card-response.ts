/** Pictures that links are shown with, which services that show links fetch. Drawing one costs CPU time. */
import { headers } from "next/headers";
import { ServiceError } from "#lib/errors.ts";
import { drawingQueue, drawingTurn } from "#lib/receipts/drawing/queue.ts";
import { draw } from "#lib/receipts/drawing/threads.ts";
import type { Card } from "#lib/schools/card/draw-card.ts";
import { perProcess } from "#lib/singleton.ts";
import { pictureResponse } from "./picture-response.ts";
import { plainText } from "./plain-text.ts";

type Png = Uint8Array<ArrayBuffer>;

/** About 100 kB each. */
const MOST_KEPT = 200;

/** By content; the one that was not used for the longest time comes first. */
const cards = perProcess("social cards", () => new Map<string, Promise<Png>>());

const drawInTurn = (card: Card): Promise<Png> =>
  drawingQueue().run(drawingTurn.card, () => draw({ kind: "card", content: card }));

/**
 * The card as a PNG file, drawn unless it's kept.
 * @throws ServiceError SERVICE_UNAVAILABLE if too many are waiting
 */
export function renderCard(card: Card): Promise<Png> {
  const kept = cards();
  const key = JSON.stringify(card);
  const file = kept.get(key) ?? drawInTurn(card);
  kept.delete(key);
  kept.set(key, file);
  const [oldest = key] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest);
  // A failure is not kept.
  file.catch(() => kept.get(key) === file && kept.delete(key));
  return file;
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
