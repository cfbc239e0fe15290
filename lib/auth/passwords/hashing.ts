/**
 * Password hashing, in threads of its own and by turns: a flood of sign-ins holds up neither the event loop
 * nor libuv's threads, which compress pages and read files.
 */
import type { Tinypool } from "tinypool";
import { FairQueue, queueFull, type TurnKey } from "../../fair-queue.ts";
import { log } from "../../log.ts";
import { perProcess } from "../../singleton.ts";
import { openThreadPool } from "../../thread-pool.ts";
import type { Hashing } from "./worker.ts";

/** Each takes about 30 ms of CPU time and 19 MiB. */
export const HASHING_LIMITS = { atOnce: 2, waiting: 50 };
const THREAD_MB = 64;
/** Far longer than one takes: a thread that does not start must not keep its slot. */
const HASHING_MS = 20_000;

/** In code points. */
export const MAX_PASSWORD_LENGTH = 128;

export const hashingQueue = perProcess("hashing queue", () => new FairQueue(HASHING_LIMITS));

const hashingThreads = perProcess<Tinypool>("hashing threads", () =>
  openThreadPool({
    url: import.meta.url,
    built: "hashing.mjs",
    threads: HASHING_LIMITS.atOnce,
    megabytes: THREAD_MB,
  }),
);

/** Normalizes the password, since keyboards compose accents differently. */
const normalize = (password: string) => password.normalize("NFC");

/** @throws ServiceError SERVICE_UNAVAILABLE if no thread could be started */
async function inThread(hashing: Hashing) {
  try {
    return await hashingThreads().run(hashing, { signal: AbortSignal.timeout(HASHING_MS) });
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    log().error({ err: error }, "a password was not hashed in time");
    throw queueFull();
  }
}

const inTurn = (turn: TurnKey, hashing: Hashing) =>
  hashingQueue().run(turn, () => inThread(hashing));

/**
 * Hashes a password for storage.
 * @throws ServiceError SERVICE_UNAVAILABLE if too many passwords wait
 */
export function hashPassword(password: string, turn: TurnKey = []): Promise<string> {
  return inTurn(turn, { kind: "hash", password: normalize(password) });
}

/**
 * Verifies a password. Takes one verification whether or not a hash is stored.
 * @throws ServiceError SERVICE_UNAVAILABLE if too many passwords wait
 */
export function verifyPassword(
  stored: string | null,
  password: string,
  turn: TurnKey = [],
): Promise<boolean> {
  // Longer input cannot be a valid password, so it is not hashed. A code point has up to two units, and
  // as many again may be combining accents.
  const tooLong = password.length > MAX_PASSWORD_LENGTH * 4;
  return inTurn(turn, { kind: "verify", stored, password: tooLong ? "" : normalize(password) });
}

/** Ends the threads of this process. */
export async function stopHashing(): Promise<void> {
  await hashingThreads.reset()?.destroy();
}
