/** Group commit: coalesces concurrent writes and lookups of requests and jobs into one statement. */
import { setImmediate, setTimeout } from "node:timers/promises";
import { isDatabaseUnavailable, isDeadlock } from "./database/errors.ts";
import { withPoolShareOf } from "./database/shared-pool.ts";

/** Small enough that a failed batch is cheap to retry. */
const MAX_SIZE = 64;
/**
 * Items wait for the batch that runs, so that the next one is large and each item costs less. After this many
 * milliseconds the next one runs beside it: it may be waiting for a lock.
 */
const PATIENCE_MS = 25;
const CONCURRENCY = 2;
/** How long a batch waits for more items, in milliseconds. */
const GATHER_MS = 5;
/** For work that a request is waiting for: only what arrives in the same turn of the event loop. */
export const NO_GATHER_DELAY = 0;
/** How many times a batch is retried after the database rolled it back to resolve a deadlock. */
const MAX_RETRIES = 3;

/** Calls in the same scope may share a batch. By default, the process is one scope. */
let scopeOf: () => object = () => scopeOf;

/** Batches only calls of the same scope from now on, for a simulation of several processes in one. */
export function separateBatchesBy(scope: () => object | undefined): void {
  scopeOf = () => scope() ?? scopeOf;
}

/** A separate instance for each scope. */
function perScope<T>(make: () => T): () => T {
  const instances = new WeakMap<object, T>();
  return () => {
    const scope = scopeOf();
    const instance = instances.get(scope) ?? make();
    instances.set(scope, instance);
    return instance;
  };
}

/** Concurrent calls with the same key share one execution and its result. Nothing is cached. */
export function singleFlight<Result>() {
  const inProgress = perScope(() => new Map<string, Promise<Result>>());
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const calls = inProgress();
    const existing = calls.get(key);
    if (existing) return existing;
    const result = work().finally(() => calls.delete(key));
    calls.set(key, result);
    return result;
  };
}

type Call<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** A failed batch is split into this many parts, repeatedly, until the item at fault fails alone. */
const PARTS = 8;

function split<T>(all: T[]): T[][] {
  const size = Math.ceil(all.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, n) => all.slice(n * size, (n + 1) * size));
  return parts.filter((part) => part.length > 0);
}

type BatchSettings<Item, Result> = {
  keyOf: (item: Item) => unknown;
  work: (items: Item[]) => Promise<Result[]>;
  gatherMs: number;
};

/** Items that arrive while batches run are queued for the next ones. */
class Batcher<Item, Result> {
  private readonly settings: BatchSettings<Item, Result>;
  private readonly waiting: Call<Item, Result>[] = [];
  private readonly running = new Set<Promise<void>>();
  /** When the batch started last has ended or run out of patience. */
  private turn: Promise<unknown> | undefined;
  private isDraining = false;

  constructor(settings: BatchSettings<Item, Result>) {
    this.settings = settings;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isDraining) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isDraining = true;
    const isSeparate = scopeOf() !== scopeOf;
    const { gatherMs } = this.settings;
    await (isSeparate || gatherMs === NO_GATHER_DELAY ? setImmediate() : setTimeout(gatherMs));
    while (this.waiting.length > 0) {
      if (!isSeparate) await this.turn;
      if (this.running.size === CONCURRENCY) await Promise.race(this.running);
      const batch = this.take();
      if (batch.length === 0) break;
      const attempt = this.attempt(batch).finally(() => this.running.delete(attempt));
      this.running.add(attempt);
      this.turn = Promise.race([attempt, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    }
    this.isDraining = false;
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
      // Outside any owner's pool share: the first caller may have used up its own.
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
 * Turns a function of many items into a function of one. A failed batch is split until the item at fault fails
 * alone, so `work` must have no effect when it throws. If the database is unavailable, all items fail at once,
 * including queued ones.
 * @param keyOf two items with the same key never share a batch
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
 * Batches lookups of rows by key. Concurrent calls for the same key share a result; nothing is cached.
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
      // Once the query starts, its result may be older than the next call.
      const pending = pendingLookups();
      for (const key of keys) pending.delete(key);
      const rows = new Map((await find(keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    },
    gatherMs,
  );
  return (key) => {
    const pending = pendingLookups();
    const existing = pending.get(key);
    if (existing) return existing;
    const result = lookUp(key);
    pending.set(key, result);
    const remove = () => {
      if (pending.get(key) === result) pending.delete(key);
    };
    result.then(remove, remove);
    return result;
  };
}
