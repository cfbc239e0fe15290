/**
 * Counts of tries, shared by all processes: so many in a window, for each key. What is counted stands
 * in the database under a keyed hash, so that nobody's address can be read or guessed from it.
 */
import { createHmac } from "node:crypto";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { RATE_WINDOW } from "../database/rate-window.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";

export type TryPolicy = { name: string; points: number; seconds: number };

/** Refused: so many seconds until the next try. `first` once in each window. */
export type Refusal = { seconds: number; first: boolean; policy: TryPolicy };

export class Tries {
  private readonly policy: TryPolicy;
  private made: RateLimiterPostgres | undefined;

  constructor(policy: TryPolicy) {
    this.policy = policy;
  }

  /** Made at the first use: without the database each process counts for itself. */
  private get limiter(): RateLimiterPostgres {
    if (!this.made) {
      const { name, points, seconds: duration } = this.policy;
      const limit = { keyPrefix: `tries-${name}`, points, duration };
      const insuranceLimiter = new RateLimiterMemory(limit);
      this.made = new RateLimiterPostgres({ ...limit, ...RATE_WINDOW, insuranceLimiter });
    }
    return this.made;
  }

  /** Counts before the outcome is known, so that tries at the same moment cannot all slip through. */
  async take(key: string): Promise<Refusal | undefined> {
    try {
      await this.limiter.consume(hashOf(key));
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
      const first = refused.consumedPoints === this.policy.points + 1;
      return { seconds, first, policy: this.policy };
    }
  }

  /** Takes one back that is not to count. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(hashOf(key));
  }

  /** Forgets all of them. */
  async forget(key: string): Promise<void> {
    await this.limiter.delete(hashOf(key));
  }
}

function hashOf(key: string): string {
  return createHmac("sha256", env().authSecrets[0] ?? "")
    .update(key)
    .digest("base64url");
}

/** What a refused caller is told, in the fields of every other limit. */
export function tooManyTries({ seconds, policy }: Refusal): ServiceError {
  const { name, points, seconds: window } = policy;
  return new ServiceError("RATE_LIMITED", {
    headers: {
      "RateLimit-Policy": `"${name}";q=${points};w=${window}`,
      RateLimit: `"${name}";r=0;t=${seconds}`,
      "Retry-After": String(seconds),
    },
  });
}
