/** A bounded queue: limited concurrency, then round-robin by key, so that whoever submits a lot delays only themselves. */
import { ServiceError } from "./errors.ts";

/** The owners of an item, from the widest to the narrowest: `["2001:db8:1::/48", "2001:db8:1:2::/64"]`. */
export type TurnKey = readonly string[];

/** Waiting items, round-robin by key, and within each key by its narrower keys. */
class RoundRobin<T> {
  size = 0;
  private readonly items: T[] = [];
  private readonly narrower = new Map<string, RoundRobin<T>>();

  add([key, ...rest]: TurnKey, item: T): void {
    this.size += 1;
    if (key === undefined) return void this.items.push(item);
    const turns = this.narrower.get(key) ?? new RoundRobin<T>();
    this.narrower.set(key, turns);
    turns.add(rest, item);
  }

  /** Takes the next item of a key that may start. The key then moves to the back. */
  next(mayStart: (key: string) => boolean): T | undefined {
    for (const [key, turns] of this.narrower) {
      if (!mayStart(key)) continue;
      this.narrower.delete(key);
      const item = turns.next(() => true);
      if (turns.size > 0) this.narrower.set(key, turns);
      this.size -= 1;
      return item;
    }
    const item = this.items.shift();
    if (item !== undefined) this.size -= 1;
    return item;
  }

  /** Removes the newest item of the key with the most waiting items. */
  dropNewest(): T | undefined {
    let [longest, most] = ["", 0];
    for (const [key, { size }] of this.narrower) if (size >= most) [longest, most] = [key, size];
    const turns = this.narrower.get(longest);
    this.size -= 1;
    if (!turns) return this.items.pop();
    const item = turns.dropNewest();
    if (turns.size === 0) this.narrower.delete(longest);
    return item;
  }

  remove([key, ...rest]: TurnKey, item: T): boolean {
    const turns = key === undefined ? undefined : this.narrower.get(key);
    const at = this.items.indexOf(item);
    const removed = turns ? turns.remove(rest, item) : at >= 0;
    if (!removed) return false;
    this.size -= 1;
    if (!turns) this.items.splice(at, 1);
    else if (turns.size === 0) this.narrower.delete(key as string);
    return true;
  }
}

type QueueLimits = {
  concurrency: number;
  waiting: number;
  /** The most slots that one of the widest keys may use. */
  concurrencyPerKey?: number;
};

type Waiter = { widest: string; start: () => void; reject: () => void };

const RETRY_SECONDS = 2;

export const queueFull = () =>
  new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": String(RETRY_SECONDS) } });

export class FairQueue {
  private readonly limits: Required<QueueLimits>;
  private readonly turns = new RoundRobin<Waiter>();
  private readonly running = new Map<string, number>();
  private runningCount = 0;

  constructor({ concurrencyPerKey, ...limits }: QueueLimits) {
    this.limits = { ...limits, concurrencyPerKey: concurrencyPerKey ?? limits.concurrency };
  }

  get load(): { running: number; waiting: number } {
    return { running: this.runningCount, waiting: this.turns.size };
  }

  /**
   * Runs the work when its turn comes. If the queue is full, the newest item of the key with the most waiting
   * items is rejected, which may be this one.
   * @param signal called if the item has to wait, and removes it once aborted; work that has started isn't affected
   * @throws ServiceError SERVICE_UNAVAILABLE if rejected; the signal's reason if aborted
   */
  async run<T>(key: TurnKey, work: () => Promise<T>, signal?: () => AbortSignal): Promise<T> {
    const widest = key[0] ?? "";
    if (this.mayStart(widest)) this.start(widest);
    else await this.wait(key, widest, signal?.());
    try {
      return await work();
    } finally {
      this.end(widest);
    }
  }

  /** Waits for a turn that lasts until the caller ends it. @returns a function that ends it @throws as `run` does */
  enter(key: TurnKey, signal?: () => AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    this.run(key, () => new Promise<void>(resolve), signal).catch(reject);
    return promise;
  }

  private mayStart(widest: string): boolean {
    const ofKey = this.running.get(widest) ?? 0;
    return this.runningCount < this.limits.concurrency && ofKey < this.limits.concurrencyPerKey;
  }

  private start(widest: string): void {
    this.runningCount += 1;
    this.running.set(widest, (this.running.get(widest) ?? 0) + 1);
  }

  private end(widest: string): void {
    const left = (this.running.get(widest) ?? 1) - 1;
    this.runningCount -= 1;
    if (left > 0) this.running.set(widest, left);
    else this.running.delete(widest);
    for (;;) {
      const next = this.turns.next((key) => this.mayStart(key));
      if (!next) return;
      this.start(next.widest);
      next.start();
    }
  }

  private wait(key: TurnKey, widest: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        if (this.turns.remove([widest, ...key.slice(1)], waiter)) reject(signal?.reason);
      };
      const waiter = {
        widest,
        start: () => resolve(signal?.removeEventListener("abort", abort)),
        reject: () => reject(queueFull()),
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.turns.add([widest, ...key.slice(1)], waiter);
      if (this.turns.size > this.limits.waiting) this.turns.dropNewest()?.reject();
    });
  }
}
