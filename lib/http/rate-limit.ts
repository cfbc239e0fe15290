/**
 * Rate limits: so many requests in each window. Every process counts in its own memory, so that no
 * request waits for a count, and tells the others by way of the database a moment later.
 */
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { RATE_WINDOW } from "../auth/rate-window.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { log } from "../log.ts";

/** A limit: `points` requests in each window of `seconds`, under the name that RateLimit gives it. */
export type RatePolicy = { name: string; points: number; seconds: number };

/** What the answer has to say about the limit, and what is thrown where the request is one too many. */
export type Admission = { fields: Record<string, string>; refusal?: ServiceError };

/** Admitted requests of one key in its present window that the other processes do not know of. */
type Untold = { count: number; telling: boolean };

const TELL_WITHIN_MS = 250;
// Sooner, once this part of what is left is untold: so the processes know best what they share when
// it is nearly used up, however fast requests come.
const TELL_AT_PART = 1 / 8;

const isMuch = (untold: Untold, left: number) =>
  untold.count > 0 && untold.count >= left * TELL_AT_PART;

export class RateLimiter {
  readonly policy: RatePolicy;
  private readonly own: RateLimiterMemory;
  private readonly shared: RateLimiterPostgres;
  private readonly untold = new Map<string, Untold>();
  private timer: NodeJS.Timeout | undefined;

  constructor(policy: RatePolicy) {
    this.policy = policy;
    const { name: keyPrefix, points, seconds: duration } = policy;
    this.own = new RateLimiterMemory({ keyPrefix, points, duration });
    this.shared = new RateLimiterPostgres({ keyPrefix, points, duration, ...RATE_WINDOW });
  }

  /** Counts a request, and says whether it may go on. Never waits for the database. */
  async admit(key: string): Promise<Admission> {
    const { name, points, seconds } = this.policy;
    const window = await this.own.penalty(key);
    const left = Math.ceil(window.msBeforeNext / 1_000);
    const fields = {
      "RateLimit-Policy": `"${name}";q=${points};w=${seconds}`,
      RateLimit: `"${name}";r=${window.remainingPoints};t=${left}`,
    };
    if (window.consumedPoints > points) {
      const headers = { "Retry-After": String(left) };
      return { fields, refusal: new ServiceError("RATE_LIMITED", { headers }) };
    }
    this.note(key, window);
    return { fields };
  }

  private note(key: string, window: { isFirstInDuration: boolean; remainingPoints: number }): void {
    // What is untold of a window that is over concerns nobody any more.
    const known = window.isFirstInDuration ? undefined : this.untold.get(key);
    const untold = known ?? { count: 0, telling: false };
    untold.count += 1;
    this.untold.set(key, untold);
    this.tellLater();
    if (isMuch(untold, window.remainingPoints)) void this.tell(key, untold);
  }

  private tellLater(): void {
    this.timer ??= setTimeout(async () => {
      // One after another: telling takes one connection, however many keys there are.
      for (const [key, untold] of [...this.untold]) await this.tell(key, untold);
      this.timer = undefined;
      if (this.untold.size > 0) this.tellLater();
    }, TELL_WITHIN_MS).unref();
  }

  private async tell(key: string, untold: Untold): Promise<void> {
    if (untold.telling) return;
    untold.telling = true;
    try {
      // Again at once, where much has come in meanwhile.
      while (isMuch(untold, await this.exchange(key, untold)));
    } catch (error) {
      // Then the own count holds. What is left of the window is told once the database is back.
      log().debug({ reason: (error as Error).message }, "rate window not shared");
    } finally {
      untold.telling = false;
    }
  }

  /**
   * Adds what is untold to the shared window, and takes over what all have used of it, and its end.
   * @returns how many requests are left
   */
  private async exchange(key: string, untold: Untold): Promise<number> {
    const msLeft = (await this.own.get(key))?.msBeforeNext ?? 0;
    const told = untold.count;
    const isOver = msLeft <= 0 || this.untold.get(key) !== untold;
    if (isOver) {
      this.settle(key, untold, told);
      return 0;
    }
    const all = await this.shared.penalty(key, told, { customDuration: msLeft / 1_000 });
    this.settle(key, untold, told);
    const since = this.untold.get(key)?.count ?? 0;
    // A duration of zero would mean for ever: the window has ended meanwhile.
    if (all.msBeforeNext > 0) {
      await this.own.set(key, all.consumedPoints + since, all.msBeforeNext / 1_000);
    }
    return all.remainingPoints;
  }

  private settle(key: string, untold: Untold, told: number): void {
    untold.count -= told;
    if (untold.count === 0 && this.untold.get(key) === untold) this.untold.delete(key);
  }
}

// One per process: the front door's bundle and Next's hold this module each.
const held = globalThis as { pointsKeyLimiter?: RateLimiter };

/** Counts a request of an API key against `RATE_LIMIT_PER_KEY`. */
export async function admitKey(keyId: string): Promise<Admission> {
  const perSecond = env().rateLimitPerKey;
  if (perSecond === 0) return { fields: {} };
  // Two seconds in one window: so many on average, and as many again in a burst.
  const policy = { name: "key", points: 2 * perSecond, seconds: 2 };
  if (held.pointsKeyLimiter?.policy.points !== policy.points) {
    held.pointsKeyLimiter = new RateLimiter(policy);
  }
  return held.pointsKeyLimiter.admit(keyId);
}
