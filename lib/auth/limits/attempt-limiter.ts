/**
 * Limits attempts per key and time window, across all processes. The database stores a keyed hash of the
 * key, so addresses can be neither read nor guessed from it.
 */
import { createHmac } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { RATE_WINDOW } from "../../database/rate-window.ts";
import { env } from "../../env.ts";
import type { LimitPolicy } from "../../errors.ts";
import { memoized } from "../../memoized.ts";
import { type Network, networksOf } from "./network.ts";

/** A refused attempt, with the seconds until the next one is allowed. `first` is true once per window. */
export type Refusal = { seconds: number; first: boolean; policy: LimitPolicy };

export class AttemptLimiter {
  private readonly policy: LimitPolicy;
  private instance: RateLimiterPostgres | undefined;

  constructor(policy: LimitPolicy) {
    this.policy = policy;
  }

  /** Created on first use, because it starts deleting expired rows. */
  private get limiter(): RateLimiterPostgres {
    const { name, points, seconds: duration } = this.policy;
    const keyPrefix = `tries-${name}`;
    this.instance ??= new RateLimiterPostgres({ keyPrefix, points, duration, ...RATE_WINDOW });
    return this.instance;
  }

  /**
   * Counts an attempt before its result is known, so concurrent attempts can't exceed the limit.
   * @throws the database's error if it can't be counted: a slow database must not allow extra guesses
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

  async uncount(key: string): Promise<void> {
    await this.limiter.reward(hashOf(key));
  }

  async reset(key: string): Promise<void> {
    await this.limiter.delete(hashOf(key));
  }
}

/** Limits attempts per client network: an address counts in each of its networks. */
export class NetworkAttempts {
  private readonly limiterOf: (network: Network) => AttemptLimiter;

  /** @param policy for an IPv4 address or an IPv6 /64; wider networks have higher limits */
  constructor({ name, points, seconds }: LimitPolicy) {
    this.limiterOf = memoized(
      ({ suffix, times }) =>
        new AttemptLimiter({ name: name + suffix, points: points * times, seconds }),
      ({ suffix }) => suffix,
    );
  }

  private all(address: string, target: string | undefined) {
    return networksOf(address).map((network) => ({
      limiter: this.limiterOf(network),
      key: target === undefined ? network.name : JSON.stringify([target, network.name]),
    }));
  }

  /**
   * Counts an attempt, the narrowest network first: an attempt it refuses doesn't count against wider networks.
   * @param target what the attempt is for, if each target has its own limit
   */
  async consume(address: string, target?: string): Promise<Refusal | undefined> {
    for (const { limiter, key } of this.all(address, target)) {
      const refusal = await limiter.consume(key);
      if (refusal) return refusal;
    }
    return undefined;
  }

  async uncount(address: string, target?: string): Promise<void> {
    for (const { limiter, key } of this.all(address, target)) await limiter.uncount(key);
  }

  async reset(address: string, target?: string): Promise<void> {
    for (const { limiter, key } of this.all(address, target)) await limiter.reset(key);
  }
}

function hashOf(key: string): string {
  return createHmac("sha256", env().authSecrets[0] ?? "")
    .update(key)
    .digest("base64url");
}
