/** Limits attempts by where they come from: in each network that an address is in. */
import { AttemptLimiter, type AttemptPolicy, type Refusal } from "./attempt-limiter.ts";
import { type Network, networksOf } from "./network.ts";

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
