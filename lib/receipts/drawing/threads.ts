/**
 * Draws documents in threads, so that no document holds up anybody's request. A thread that takes too
 * long or too much memory is ended, and with it nothing but its document.
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

/** The longest document takes about a second of a core of its own. */
const DRAWING_MS = 20_000;
const THREAD_MB = 256;
/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 60_000;

/** What a build makes of `worker.ts`, in `dist/`. */
const BUILT = "drawing.mjs";

/** The file that a thread runs: what was built, or the source where this file is one. */
function workerFile(): string {
  const here = fileURLToPath(import.meta.url);
  if (!isInNextBundle() && here.endsWith(".ts")) return join(dirname(here), "worker.ts");
  const beside = join(dirname(here), BUILT);
  if (existsSync(beside)) return beside;
  const next = findPackageJSON("next", import.meta.url);
  if (!next) throw new Error("next is not installed: documents are drawn beside it");
  return join(dirname(next), "..", "..", "dist", BUILT);
}

/** Threads that draw. None is started before the first document. */
export function openThreads({ megabytes = THREAD_MB } = {}): Tinypool {
  const threads = new Tinypool({
    filename: workerFile(),
    minThreads: 0,
    maxThreads: DRAWING_LIMITS.atOnce,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // It needs no setting and no secret.
    env: {},
  });
  // Of a thread that ended without a document: the next document starts another.
  threads.on("error", (error) => log().error({ err: error }, "a drawing thread ended"));
  return threads;
}

const drawingThreads = perProcess("drawing threads", () => openThreads());

const isOutOfBounds = (error: { name?: string; code?: string }) =>
  error.name === "AbortError" || error.code === "ERR_WORKER_OUT_OF_MEMORY";

/**
 * Draws in one of these threads.
 * @throws ServiceError SERVICE_UNAVAILABLE where it took too long or too much memory
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
 * The PDF of a document, once it is its turn.
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export function draw(drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  return whenFree(() => drawIn(drawingThreads(), drawing));
}

/** Ends all threads of this process. */
export async function stopDrawing(): Promise<void> {
  await drawingThreads.reset()?.destroy();
}
