/**
 * Limits attempts per key and window, counted across all processes. The database holds a keyed hash of the
 * key, so that no address can be read or guessed from it.
 */
import { createHmac } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { RATE_WINDOW } from "../../database/rate-window.ts";
import { env } from "../../env.ts";
import { ServiceError } from "../../errors.ts";
import { type Network, networksOf } from "./network.ts";

export type AttemptPolicy = { name: string; points: number; seconds: number };

/** A refusal: the seconds until the next attempt. `first` is true once per window. */
export type Refusal = { seconds: number; first: boolean; policy: AttemptPolicy };

export class AttemptLimiter {
  private readonly policy: AttemptPolicy;
  private made: RateLimiterPostgres | undefined;

  constructor(policy: AttemptPolicy) {
    this.policy = policy;
  }

  /** Made at first use: it deletes expired rows from then on. */
  private get limiter(): RateLimiterPostgres {
    const { name, points, seconds: duration } = this.policy;
    const keyPrefix = `tries-${name}`;
    this.made ??= new RateLimiterPostgres({ keyPrefix, points, duration, ...RATE_WINDOW });
    return this.made;
  }

  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts cannot exceed the limit.
   * @throws the database's error if it can't be counted: nobody gets more guesses from a slow database
   */
  async consume(key: string): Promise<Refusal | undefined> {
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

  /** Gives back an attempt that does not count. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(hashOf(key));
  }

  /** Forgets all attempts. */
  async reset(key: string): Promise<void> {
    await this.limiter.delete(hashOf(key));
  }
}

/** Limits attempts by where they come from: in each network that an address is in. */
export class NetworkAttempts {
  private readonly policy: AttemptPolicy;
  private readonly limiters = new Map<string, AttemptLimiter>();

  /** @param policy for an IPv4 address or an IPv6 /64; wider networks have more */
  constructor(policy: AttemptPolicy) {
    this.policy = policy;
  }

  private limiterOf({ suffix, times }: Network): AttemptLimiter {
    const { name, points, seconds } = this.policy;
    const policy = { name: name + suffix, points: points * times, seconds };
    const limiter = this.limiters.get(suffix) ?? new AttemptLimiter(policy);
    this.limiters.set(suffix, limiter);
    return limiter;
  }

  private all(address: string, target: string | undefined) {
    return networksOf(address).map((network) => ({
      limiter: this.limiterOf(network),
      key: target === undefined ? network.name : JSON.stringify([target, network.name]),
    }));
  }

  /**
   * Counts an attempt, the narrowest network first: what it refuses does not count against its neighbors.
   * @param target what the attempts are at, if each is limited by itself
   */
  async consume(address: string, target?: string): Promise<Refusal | undefined> {
    for (const { limiter, key } of this.all(address, target)) {
      const refusal = await limiter.consume(key);
      if (refusal) return refusal;
    }
    return undefined;
  }

  /** Gives back an attempt that does not count. */
  async giveBack(address: string, target?: string): Promise<void> {
    for (const { limiter, key } of this.all(address, target)) await limiter.giveBack(key);
  }

  /** Forgets all attempts. */
  async reset(address: string, target?: string): Promise<void> {
    for (const { limiter, key } of this.all(address, target)) await limiter.reset(key);
  }
}

function hashOf(key: string): string {
  return createHmac("sha256", env().authSecrets[0] ?? "")
    .update(key)
    .digest("base64url");
}

/** The error for a refused attempt, with the headers of every other limit. */
export function tooManyAttempts({ seconds, policy }: Omit<Refusal, "first">): ServiceError {
  const { name, points, seconds: window } = policy;
  return new ServiceError("RATE_LIMITED", {
    headers: {
      "RateLimit-Policy": `"${name}";q=${points};w=${window}`,
      RateLimit: `"${name}";r=0;t=${seconds}`,
      "Retry-After": String(seconds),
    },
  });
}
