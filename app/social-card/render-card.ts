/** Cards as PNG files: drawn one at a time in a process, since each costs CPU time, and only once. */
import { createHash } from "node:crypto";
import { ServiceError } from "#lib/errors.ts";
import { drawingQueue, drawingTurn } from "#lib/receipts/drawing/queue.ts";
import { draw } from "#lib/receipts/drawing/threads.ts";
import type { Card } from "#lib/schools/card/draw-card.ts";
import { perProcess } from "#lib/singleton.ts";

export type CardFile = { png: Uint8Array<ArrayBuffer>; etag: string };

/** About 100 kB each. */
const MOST_KEPT = 200;
const MOST_WAITING = 20;
const RETRY_SECONDS = 5;

type Cards = {
  /** By content; the one that was not used for the longest time comes first. */
  kept: Map<string, Promise<CardFile>>;
  waiting: number;
  /** Settles when the last one that was asked for is done. */
  last: Promise<unknown>;
};

const cards = perProcess<Cards>("social cards", () => ({
  kept: new Map(),
  waiting: 0,
  last: Promise.resolve(),
}));

async function make(card: Card): Promise<CardFile> {
  const drawing = { kind: "card", content: card } as const;
  const png = await drawingQueue().run(drawingTurn.card, () => draw(drawing));
  const hash = createHash("sha256").update(png).digest("base64url").slice(0, 22);
  return { png, etag: `"${hash}"` };
}

/** After all that were asked for earlier. */
async function inTurn(card: Card): Promise<CardFile> {
  const queue = cards();
  if (queue.waiting >= MOST_WAITING) {
    throw new ServiceError("SERVICE_UNAVAILABLE", {
      headers: { "Retry-After": String(RETRY_SECONDS) },
    });
  }
  queue.waiting += 1;
  const making = queue.last.then(() => make(card));
  queue.last = making.catch(() => {});
  try {
    return await making;
  } finally {
    queue.waiting -= 1;
  }
}

/**
 * The card's file, drawn unless it's kept.
 * @throws ServiceError SERVICE_UNAVAILABLE if too many are waiting
 */
export function renderCard(card: Card): Promise<CardFile> {
  const { kept } = cards();
  const key = JSON.stringify(card);
  const file = kept.get(key) ?? inTurn(card);
  kept.delete(key);
  kept.set(key, file);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  // A failure is not kept.
  file.catch(() => kept.get(key) === file && kept.delete(key));
  return file;
}
