/** Group commit: coalesces concurrent calls into one for many items, such as one statement and one flush to disk. */

/** What happens to a batch that failed: it runs again, is split up, or fails with all that wait behind it. */
export type OnFailure = "retry" | "split" | "reject all";

export type BatchOptions<Item, Result> = {
  /** Returns results in the order of the items, of which there is at least one. Leaves nothing behind if it throws. */
  run: (items: Item[]) => Promise<Result[]>;
  /** Two items with the same key never share a batch. */
  keyOf?: (item: Item) => unknown;
  maxSize: number;
  /** How many batches run at a time. Items that arrive meanwhile wait, and form the next ones. */
  concurrency: number;
  /** Waits for more items before a first batch runs. */
  gather: () => Promise<unknown>;
  /** Decides, perhaps after a pause. An item that fails alone is rejected instead of being split up. */
  onFailure: (error: unknown, retries: number) => OnFailure | Promise<OnFailure>;
};

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

/** Makes a function of one item from one of many. */
export function createBatcher<Item, Result>(options: BatchOptions<Item, Result>) {
  const { run, keyOf = (item) => item, maxSize, concurrency, gather, onFailure } = options;
  const waiting: Call<Item, Result>[] = [];
  let running = 0;

  function takeBatch(): Call<Item, Result>[] {
    const batch = new Map<unknown, Call<Item, Result>>();
    const left = waiting.splice(0).filter((call) => {
      const key = keyOf(call.item);
      if (batch.size === maxSize || batch.has(key)) return true;
      batch.set(key, call);
      return false;
    });
    waiting.push(...left);
    return [...batch.values()];
  }

  async function attempt(batch: Call<Item, Result>[], retries = 0): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const next = await onFailure(error, retries);
      if (next === "retry") return attempt(batch, retries + 1);
      if (next === "split" && batch.length > 1) {
        await Promise.all(split(batch).map((part) => attempt(part)));
        return;
      }
      const failed = next === "split" ? batch : [...batch, ...waiting.splice(0)];
      for (const { reject } of failed) reject(error);
    }
  }

  async function drain(): Promise<void> {
    running++;
    await gather();
    while (waiting.length > 0) await attempt(takeBatch());
    running--;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < concurrency) void drain();
    });
}
