/** Worker threads for work that would block the event loop or libuv's few threads. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Tinypool } from "tinypool";
import { log } from "./log.ts";
import { packageFolder } from "./package-folder.ts";

/** Idle threads end after this time. */
const IDLE_MS = 60_000;

type ThreadPool = {
  /** `import.meta.url` of the module whose folder holds `worker.ts`. */
  url: string;
  /** The name of the built `worker.ts` in `dist/`. */
  built: string;
  threads: number;
  megabytes: number;
};

/**
 * Next.js 16.4 bundles our modules separately, with the `import.meta.url` of the source, which a deployment may not
 * have. `NEXT_RUNTIME` is a constant in its bundle and not set elsewhere. test/process/next-start.test.ts and
 * traced.test.ts fail if that changes: documents could no longer be drawn.
 */
const isInNextBundle = () => process.env.NEXT_RUNTIME !== undefined;

/** The thread's file: the built one, or the source when the module runs from source. */
function workerFile({ url, built }: ThreadPool): string {
  const here = fileURLToPath(url);
  if (!isInNextBundle() && here.endsWith(".ts")) return join(dirname(here), "worker.ts");
  const sibling = join(dirname(here), built);
  if (existsSync(sibling)) return sibling;
  return join(packageFolder("next"), "..", "..", "dist", built);
}

/** Opens the pool. No thread starts before the first task. */
export function openThreadPool(pool: ThreadPool): Tinypool {
  const threads = new Tinypool({
    filename: workerFile(pool),
    minThreads: 0,
    maxThreads: pool.threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: pool.megabytes },
    // The thread gets no settings and no secrets.
    env: {},
    // A thread can't have some of the process's flags, such as V8's and --input-type.
    execArgv: [],
  });
  // The thread ended without a result. The next task starts another.
  threads.on("error", (error) => log().error({ err: error }, "a worker thread ended"));
  return threads;
}
