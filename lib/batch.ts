/** Batching of what concurrent requests and jobs write or look up: one statement for all of them. */
import { setImmediate, setTimeout } from "node:timers/promises";
import { isDatabaseUnavailable, isDeadlock } from "./database/errors.ts";
import { withPoolShareOf } from "./database/shared-pool.ts";

/** A batch that fails is not too much to repeat. */
const MAX_SIZE = 64;
/** A batch that has to wait for a lock does not hold up the others. */
const CONCURRENCY = 2;
/** How long a batch waits for more items, in milliseconds. */
const GATHER_MS = 2;
/** For work that a request is waiting for: only what arrives in the same turn of the event loop. */
export const NO_GATHER_DELAY = 0;
/** How often a batch is retried that the database has rolled back to resolve a deadlock. */
const MAX_RETRIES = 3;

/** Whose calls may share a batch: everybody's in this process. */
let scopeOf: () => object = () => scopeOf;

/** Keeps batches apart by this scope from now on: for a simulation of several processes in one. */
export function separateBatchesBy(scope: () => object | undefined): void {
  scopeOf = () => scope() ?? scopeOf;
}

/** One of these for each such scope. */
export function perScope<T>(make: () => T): () => T {
  const made = new WeakMap<object, T>();
  return () => {
    const scope = scopeOf();
    const known = made.get(scope) ?? make();
    made.set(scope, known);
    return known;
  };
}

/** Concurrent calls with one key share one piece of work, and its outcome; nothing is cached. */
export function singleFlight<Result>() {
  const inProgress = perScope(() => new Map<string, Promise<Result>>());
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const all = inProgress();
    const known = all.get(key);
    if (known) return known;
    const working = work().finally(() => all.delete(key));
    all.set(key, working);
    return working;
  };
}

type Call<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** A failed batch is split into so many parts, until the item at fault fails alone. */
const PARTS = 8;

function split<T>(all: T[]): T[][] {
  const size = Math.ceil(all.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, n) => all.slice(n * size, (n + 1) * size));
  return parts.filter((part) => part.length > 0);
}

type Batching<Item, Result> = {
  keyOf: (item: Item) => unknown;
  work: (items: Item[]) => Promise<Result[]>;
  gatherMs: number;
};

/** Items that arrive while batches are under way wait, and form the next ones. */
class Batcher<Item, Result> {
  private readonly settings: Batching<Item, Result>;
  private readonly waiting: Call<Item, Result>[] = [];
  private running = 0;

  constructor(settings: Batching<Item, Result>) {
    this.settings = settings;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running < CONCURRENCY) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.running++;
    const { gatherMs } = this.settings;
    const isSeparate = scopeOf() !== scopeOf;
    await (isSeparate || gatherMs === NO_GATHER_DELAY ? setImmediate() : setTimeout(gatherMs));
    while (this.waiting.length > 0) await this.attempt(this.take());
    this.running--;
  }

  private take(): Call<Item, Result>[] {
    const batch = new Map<unknown, Call<Item, Result>>();
    const left = this.waiting.splice(0).filter((call) => {
      const key = this.settings.keyOf(call.item);
      if (batch.size === MAX_SIZE || batch.has(key)) return true;
      batch.set(key, call);
      return false;
    });
    this.waiting.push(...left);
    return [...batch.values()];
  }

  private async attempt(batch: Call<Item, Result>[], retries = 0): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      // On nobody's account: the first caller may be one that has used up its share of connections.
      const results = await withPoolShareOf(undefined, () => this.settings.work(items));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (isDeadlock(error) && retries < MAX_RETRIES) return this.attempt(batch, retries + 1);
      const isUnavailable = isDatabaseUnavailable(error);
      if (batch.length > 1 && !isUnavailable) {
        await Promise.all(split(batch).map((part) => this.attempt(part)));
        return;
      }
      const failed = isUnavailable ? [...batch, ...this.waiting.splice(0)] : batch;
      for (const { reject } of failed) reject(error);
    }
  }
}

/**
 * Makes a function of one item from one of many. A batch that fails is split until the item at fault fails
 * alone; so `work` must leave nothing behind when it throws. If the database is unavailable all fail at
 * once, waiting ones as well.
 * @param keyOf two items with one key never share a batch
 * @param work returns results in the order of the items, of which there is at least one
 */
export function batch<Item, Result>(
  keyOf: (item: Item) => unknown,
  work: (items: Item[]) => Promise<Result[]>,
  gatherMs = GATHER_MS,
): (item: Item) => Promise<Result> {
  const batcher = perScope(() => new Batcher<Item, Result>({ keyOf, work, gatherMs }));
  return (item) => batcher().add(item);
}

/**
 * The same for rows that are looked up by a key. Concurrent calls for one key share an answer; nothing is cached.
 * @param find returns the rows that exist, each with its key
 */
export function batchedLookup<Row>(
  find: (keys: string[]) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  gatherMs = GATHER_MS,
): (key: string) => Promise<Row | undefined> {
  const pendingLookups = perScope(() => new Map<string, Promise<Row | undefined>>());
  const lookUp = batch(
    (key: string) => key,
    async (keys) => {
      // From here on an answer may be older than the next call.
      const pending = pendingLookups();
      for (const key of keys) pending.delete(key);
      const rows = new Map((await find(keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    },
    gatherMs,
  );
  return (key) => {
    const pending = pendingLookups();
    const known = pending.get(key);
    if (known) return known;
    const answer = lookUp(key);
    pending.set(key, answer);
    const forget = () => {
      if (pending.get(key) === answer) pending.delete(key);
    };
    answer.then(forget, forget);
    return answer;
  };
}
