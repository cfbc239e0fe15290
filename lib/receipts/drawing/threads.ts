/**
 * Draws documents in worker threads, so that drawing doesn't block requests. A thread that exceeds its time
 * or memory limit is stopped, and only its document fails.
 */
import type { Tinypool } from "tinypool";
import { log } from "../../log.ts";
import { perProcess } from "../../singleton.ts";
import { openThreadPool } from "../../thread-pool.ts";
import { DRAWING_LIMITS, overloaded } from "./queue.ts";
import type { Drawing } from "./worker.ts";

/** Generous: the longest document takes about a second of CPU time, but the threads have low priority. */
const TIMEOUT_MS = 120_000;
const THREAD_MB = 256;

/** No thread is started before the first document. */
export const openThreads = ({ megabytes = THREAD_MB } = {}): Tinypool =>
  openThreadPool({
    url: import.meta.url,
    built: "drawing.mjs",
    threads: DRAWING_LIMITS.concurrency,
    megabytes,
  });

const drawingThreads = perProcess("drawing threads", () => openThreads());

const exceedsLimit = (error: { name?: string; code?: string }) =>
  error.name === "AbortError" || error.code === "ERR_WORKER_OUT_OF_MEMORY";

/**
 * Draws in a thread of this process. Call it within `drawingQueue`.
 * @throws ServiceError SERVICE_UNAVAILABLE if drawing takes too long or too much memory
 */
export async function draw(
  drawing: Drawing,
  { threads = drawingThreads(), timeoutMs = TIMEOUT_MS } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await threads.run(drawing, { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    if (!exceedsLimit(error as Error)) throw error;
    const message = "a drawing exceeded its time or memory limit";
    log().error({ document: drawing.kind, err: error }, message);
    throw overloaded();
  }
}

export async function stopDrawing(): Promise<void> {
  await drawingThreads.reset()?.destroy();
}
