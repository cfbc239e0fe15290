/**
 * Draws documents in worker threads, so that drawing does not block requests. A thread that exceeds its
 * time or memory is stopped, and only its document fails.
 */
import { existsSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Tinypool } from "tinypool";
import { isInNextBundle } from "../../framework/next-bundle.ts";
import { log } from "../../log.ts";
import { perProcess } from "../../singleton.ts";
import { DRAWING_LIMITS, overloaded, whenFree } from "./queue.ts";
import type { Drawing } from "./worker.ts";

/** The longest document takes about a second of CPU time, of which a busy machine gives a thread of low priority little. */
const DRAWING_MS = 120_000;
const THREAD_MB = 256;
/** Idle threads end after this time. */
const IDLE_MS = 60_000;

/** Where a build puts `worker.ts`, in `dist/`. */
const BUILT = "drawing.mjs";

/** The thread's file: the built one, or the source when this file runs from source. */
function workerFile(): string {
  const here = fileURLToPath(import.meta.url);
  if (!isInNextBundle() && here.endsWith(".ts")) return join(dirname(here), "worker.ts");
  const beside = join(dirname(here), BUILT);
  if (existsSync(beside)) return beside;
  const next = findPackageJSON("next", import.meta.url);
  if (!next) throw new Error("next isn't installed; PDF rendering needs it");
  return join(dirname(next), "..", "..", "dist", BUILT);
}

/** The threads. None is started before the first document. */
export function openThreads({ megabytes = THREAD_MB } = {}): Tinypool {
  const threads = new Tinypool({
    filename: workerFile(),
    minThreads: 0,
    maxThreads: DRAWING_LIMITS.atOnce,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // The thread gets no settings and no secrets.
    env: {},
  });
  // The thread ended without a result: the next document starts another.
  threads.on("error", (error) => log().error({ err: error }, "a drawing thread ended"));
  return threads;
}

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
 * The PDF of a document, drawn when a slot is free.
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export function draw(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  return whenFree(() => drawIn(drawingThreads(), drawing));
}

/** Ends all threads of this process. */
export async function stopDrawing(): Promise<void> {
  await drawingThreads.reset()?.destroy();
}
