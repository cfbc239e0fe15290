/** Worker threads for what would block the event loop, or libuv's few threads. */
import { existsSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Tinypool } from "tinypool";
import { log } from "./log.ts";

/** Idle threads end after this time. */
const IDLE_MS = 60_000;

export type ThreadPool = {
  /** `import.meta.url` of the module whose folder holds `worker.ts`. */
  url: string;
  /** The file in `dist/` that a build makes of `worker.ts`. */
  built: string;
  threads: number;
  megabytes: number;
};

/**
 * Next.js 16.4 bundles our modules separately, and `import.meta.url` there is that of the source, which a deployment
 * need not have. `NEXT_RUNTIME` is a constant in its bundle and not set elsewhere. test/process/next-start.test.ts and
 * traced.test.ts fail if that changes: documents could not be drawn.
 */
const isInNextBundle = () => process.env.NEXT_RUNTIME !== undefined;

/** The thread's file: the built one, or the source when the module runs from source. */
function workerFile({ url, built }: ThreadPool): string {
  const here = fileURLToPath(url);
  if (!isInNextBundle() && here.endsWith(".ts")) return join(dirname(here), "worker.ts");
  const beside = join(dirname(here), built);
  if (existsSync(beside)) return beside;
  const next = findPackageJSON("next", import.meta.url);
  if (!next) throw new Error(`next isn't installed; ${built} is found by its place`);
  return join(dirname(next), "..", "..", "dist", built);
}

/** The threads. None is started before the first work. */
export function openThreadPool(pool: ThreadPool): Tinypool {
  const threads = new Tinypool({
    filename: workerFile(pool),
    minThreads: 0,
    maxThreads: pool.threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: pool.megabytes },
    // The thread gets no settings and no secrets.
    env: {},
    // Flags of the process may be ones that a thread can't have, such as V8's and --input-type.
    execArgv: [],
  });
  // The thread ended without a result: the next work starts another.
  threads.on("error", (error) => log().error({ err: error }, "a worker thread ended"));
  return threads;
}
