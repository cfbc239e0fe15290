/**
 * Draws documents in worker threads, so that drawing does not block requests. A thread that exceeds its
 * time or memory is stopped, and only its document fails.
 */
import type { Tinypool } from "tinypool";
import { log } from "../../log.ts";
import { perProcess } from "../../singleton.ts";
import { openThreadPool } from "../../thread-pool.ts";
import { DRAWING_LIMITS, overloaded } from "./queue.ts";
import type { Drawing } from "./worker.ts";

/** The longest document takes about a second of CPU time, of which a busy machine gives a thread of low priority little. */
const DRAWING_MS = 120_000;
const THREAD_MB = 256;

/** The threads. None is started before the first document. */
export const openThreads = ({ megabytes = THREAD_MB } = {}): Tinypool =>
  openThreadPool({
    url: import.meta.url,
    built: "drawing.mjs",
    threads: DRAWING_LIMITS.concurrency,
    megabytes,
  });

const drawingThreads = perProcess("drawing threads", () => openThreads());

const isOutOfBounds = (error: { name?: string; code?: string }) =>
  error.name === "AbortError" || error.code === "ERR_WORKER_OUT_OF_MEMORY";

/**
 * Draws in one of the threads.
 * @throws ServiceError SERVICE_UNAVAILABLE if it took too long or too much memory
 */
export async function drawIn(
  threads: Tinypool,
  drawing: Drawing,
  withinMs = DRAWING_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await threads.run(drawing, { signal: AbortSignal.timeout(withinMs) });
  } catch (error) {
    if (!isOutOfBounds(error as Error)) throw error;
    log().error({ document: drawing.kind, err: error }, "a drawing was ended");
    throw overloaded();
  }
}

/**
 * Draws in a thread of this process. The caller has its turn in `drawingQueue`.
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export function draw(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  return drawIn(drawingThreads(), drawing);
}

/** Ends all threads of this process. */
export async function stopDrawing(): Promise<void> {
  await drawingThreads.reset()?.destroy();
}
