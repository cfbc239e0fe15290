/**
 * Work that many ask for at the same time, done together: one statement and one flush to disk for all
 * of them. Who asks notices nothing of the others.
 */
import { setImmediate } from "node:timers/promises";
import { isDatabaseUnavailable } from "./db.ts";

/** So many at the most in one batch: one that fails is not too much to repeat. */
const LARGEST = 64;
/** So many batches at a time: one that has to wait for a lock does not hold up the rest. */
const AT_ONCE = 4;

type Asked<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Takes the next batch out of those that wait: no two of one key. */
function takeBatch<Item, Result>(
  waiting: Asked<Item, Result>[],
  keyOf: (item: Item) => unknown,
): Asked<Item, Result>[] {
  const batch = new Map<unknown, Asked<Item, Result>>();
  const left = waiting.splice(0).filter((asked) => {
    const key = keyOf(asked.item);
    if (batch.size === LARGEST || batch.has(key)) return true;
    batch.set(key, asked);
    return false;
  });
  waiting.push(...left);
  return [...batch.values()];
}

/**
 * Makes a function of one item from one of many. What is asked for in the same turn goes together,
 * and where enough batches are under way, so does what comes in meanwhile. A batch that fails is
 * halved until the item at fault fails alone; so `work` must leave nothing behind when it throws.
 * @param keyOf two items with one key never share a batch
 * @param work results in the order of the items, of which there is at least one
 */
export function together<Item, Result>(
  keyOf: (item: Item) => unknown,
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Asked<Item, Result>[] = [];
  let underWay = 0;

  async function attempt(batch: Asked<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await Promise.all([attempt(batch.slice(0, middle)), attempt(batch.slice(middle))]);
    }
  }

  async function drain(): Promise<void> {
    underWay++;
    await setImmediate();
    while (waiting.length > 0) await attempt(takeBatch(waiting, keyOf));
    underWay--;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay < AT_ONCE) void drain();
    });
}

/**
 * The same for what is looked up by a key.
 * @param find what there is, each with its key; what is missing is left out
 */
export function foundTogether<Row>(
  find: (keys: string[]) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): (key: string) => Promise<Row | undefined> {
  // One question for all who ask for the same.
  const asked = new Map<string, Promise<Row | undefined>>();
  const ask = together(
    (key: string) => key,
    async (keys) => {
      // From here on an answer may be older than the next who asks.
      for (const key of keys) asked.delete(key);
      const rows = new Map((await find(keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    },
  );
  return (key) => {
    const answer = asked.get(key) ?? ask(key);
    asked.set(key, answer);
    return answer;
  };
}
