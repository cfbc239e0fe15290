/** When a call is attempted again. */
import { NoResponseError, ServiceError } from "./errors.ts";

/** A longer Retry-After isn't waited for. The caller gets the error, which has it. */
const MAX_WAIT_MS = 60_000;

/** Half a second, doubled for each attempt up to a minute, of which half to all is waited. */
const backoff = (attempt: number): number =>
  Math.min(500 * 2 ** (attempt - 1), MAX_WAIT_MS) * (0.5 + Math.random() / 2);

/** Also if a response says success, but isn't the service's: something in between answered. */
const isTransient = (status: number): boolean => status >= 500 || status < 300 || status === 408;

/**
 * The wait before the next attempt; null if there is none.
 * @param isRepeatable whether repeating the request does nothing twice. If not, only a 429 is retried
 */
export function waitBefore(error: unknown, attempt: number, isRepeatable: boolean): number | null {
  if (error instanceof NoResponseError) return isRepeatable ? backoff(attempt) : null;
  if (!(error instanceof ServiceError)) return null;
  const { status, retryAfterMs = 0 } = error;
  const isRetried = status === 429 || (isRepeatable && isTransient(status));
  if (!isRetried || retryAfterMs > MAX_WAIT_MS) return null;
  // A little later, so that not everyone who was told the same comes back at once.
  return Math.max(backoff(attempt), retryAfterMs * (1 + Math.random() / 10));
}

/** @throws the signal's reason once it is aborted */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : ms);
    signal?.addEventListener("abort", end);
  });
  signal?.throwIfAborted();
}
