/**
 * A bounded queue for work that takes CPU time: some at once, the others in turns. Whoever asks for much
 * waits for themselves.
 */
import { ServiceError } from "./errors.ts";

/** Whose turn it is, from the widest owner to the narrowest: `["2001:db8:1::/48", "2001:db8:1:2::/64"]`. */
export type TurnKey = readonly string[];

/** Waiting items. Keys take turns, and so do the narrower keys of each. */
class Turns<T> {
  size = 0;
  private readonly items: T[] = [];
  private readonly narrower = new Map<string, Turns<T>>();

  add([key, ...rest]: TurnKey, item: T): void {
    this.size += 1;
    if (key === undefined) return void this.items.push(item);
    const turns = this.narrower.get(key) ?? new Turns<T>();
    this.narrower.set(key, turns);
    turns.add(rest, item);
  }

  /** Takes the next item of the keys that may go. They wait behind the others for their next turn. */
  next(mayGo: (key: string) => boolean): T | undefined {
    for (const [key, turns] of this.narrower) {
      if (!mayGo(key)) continue;
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

  /** Removes the newest item of the key that has the most. */
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

export type QueueLimits = {
  atOnce: number;
  waiting: number;
  /** How many slots one of the widest keys may have. */
  atOnceOfOneKey?: number;
};

type Waiter = { widest: string; begin: () => void; refuse: () => void };

const RETRY_SECONDS = 2;

/** The error if the queue is full. */
export const queueFull = () =>
  new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": String(RETRY_SECONDS) } });

export class FairQueue {
  private readonly limits: Required<QueueLimits>;
  private readonly turns = new Turns<Waiter>();
  private readonly running = new Map<string, number>();
  private taken = 0;

  constructor({ atOnceOfOneKey, ...limits }: QueueLimits) {
    this.limits = { ...limits, atOnceOfOneKey: atOnceOfOneKey ?? limits.atOnce };
  }

  /** How much is in progress, and how much waits. */
  get load(): { running: number; waiting: number } {
    return { running: this.taken, waiting: this.turns.size };
  }

  /**
   * Does the work when it is its turn. If the queue is full, the newest of the key that has the most is
   * refused, which may be this one.
   * @param signal gives the place up; work that has begun is not affected
   * @throws ServiceError SERVICE_UNAVAILABLE if it is refused; the signal's reason
   */
  async run<T>(key: TurnKey, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const widest = key[0] ?? "";
    if (this.mayGo(widest)) this.begin(widest);
    else await this.wait(key, widest, signal);
    try {
      return await work();
    } finally {
      this.end(widest);
    }
  }

  private mayGo(widest: string): boolean {
    const theirs = this.running.get(widest) ?? 0;
    return this.taken < this.limits.atOnce && theirs < this.limits.atOnceOfOneKey;
  }

  private begin(widest: string): void {
    this.taken += 1;
    this.running.set(widest, (this.running.get(widest) ?? 0) + 1);
  }

  private end(widest: string): void {
    const left = (this.running.get(widest) ?? 1) - 1;
    this.taken -= 1;
    if (left > 0) this.running.set(widest, left);
    else this.running.delete(widest);
    for (;;) {
      const next = this.turns.next((key) => this.mayGo(key));
      if (!next) return;
      this.begin(next.widest);
      next.begin();
    }
  }

  private wait(key: TurnKey, widest: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const giveUp = () => {
        if (this.turns.remove([widest, ...key.slice(1)], waiter)) reject(signal?.reason);
      };
      const waiter = {
        widest,
        begin: () => resolve(signal?.removeEventListener("abort", giveUp)),
        refuse: () => reject(queueFull()),
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.turns.add([widest, ...key.slice(1)], waiter);
      if (this.turns.size > this.limits.waiting) this.turns.dropNewest()?.refuse();
    });
  }
}
