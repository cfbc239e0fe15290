/**
 * Password hashing, in dedicated threads behind a fair queue: a flood of sign-ins blocks neither the event loop
 * nor libuv's thread pool, which compresses pages and reads files.
 */
import type { Tinypool } from "tinypool";
import { FairQueue, queueFull, type TurnKey } from "../../fair-queue.ts";
import { log } from "../../log.ts";
import { perProcess } from "../../singleton.ts";
import { openThreadPool } from "../../thread-pool.ts";
import type { Hashing } from "./worker.ts";

/** Each hash takes about 30 ms of CPU time and 19 MiB. */
export const HASHING_LIMITS = { concurrency: 2, waiting: 50 };
const THREAD_MB = 64;
/** Far longer than a hash takes. Frees the slot of a thread that fails to start. */
const HASHING_TIMEOUT_MS = 20_000;

/** In code points. */
export const MAX_PASSWORD_LENGTH = 128;

export const hashingQueue = perProcess("hashing queue", () => new FairQueue(HASHING_LIMITS));

const hashingThreads = perProcess<Tinypool>("hashing threads", () =>
  openThreadPool({
    url: import.meta.url,
    built: "hashing.mjs",
    threads: HASHING_LIMITS.concurrency,
    megabytes: THREAD_MB,
  }),
);

/** Keyboards compose accents differently. */
const normalize = (password: string) => password.normalize("NFC");

/** @throws ServiceError SERVICE_UNAVAILABLE after the timeout */
async function runInThread(hashing: Hashing) {
  try {
    return await hashingThreads().run(hashing, { signal: AbortSignal.timeout(HASHING_TIMEOUT_MS) });
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    log().error({ err: error }, "password hashing timed out");
    throw queueFull();
  }
}

const enqueueHashing = (turn: TurnKey, hashing: Hashing) =>
  hashingQueue().run(turn, () => runInThread(hashing));

/**
 * Hashes a password for storage.
 * @throws ServiceError SERVICE_UNAVAILABLE if the hashing queue is full
 */
export function hashPassword(password: string, turn: TurnKey = []): Promise<string> {
  return enqueueHashing(turn, { kind: "hash", password: normalize(password) });
}

/**
 * Verifies a password. Takes the same time whether or not a hash is stored.
 * @throws ServiceError SERVICE_UNAVAILABLE if the hashing queue is full
 */
export function verifyPassword(
  stored: string | null,
  password: string,
  turn: TurnKey = [],
): Promise<boolean> {
  // Longer input can't be a valid password, so it isn't hashed. A code point takes up to two UTF-16 units,
  // and decomposed accents up to as many again.
  const isTooLong = password.length > MAX_PASSWORD_LENGTH * 4;
  return enqueueHashing(turn, {
    kind: "verify",
    stored,
    password: isTooLong ? "" : normalize(password),
  });
}

export async function stopHashing(): Promise<void> {
  await hashingThreads.reset()?.destroy();
}
