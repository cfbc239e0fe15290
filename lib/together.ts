/**
 * Work that many ask for at the same time, done together: one statement and one flush to disk for all
 * of them. Who asks notices nothing of the others.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import { isDatabaseUnavailable, isDeadlock } from "./database/errors.ts";
import { onAccountOf } from "./database/shared-pool.ts";

/** So many at the most in one batch: one that fails is not too much to repeat. */
const LARGEST = 64;
/** What is asked for within so long goes together. */
const GATHER_MS = 2;
/** The same where a request is waiting for it: in the same turn. */
export const IN_THE_SAME_TURN = 0;
/** So many batches at a time: one that has to wait for a lock does not hold up the rest. */
const AT_ONCE = 2;
/** Into so many parts goes a batch that has failed. */
const PARTS = 8;
/** So often a batch is tried again that the database has undone for another's sake. */
const MOST_RETRIES = 3;

/** Whose work may go together: everybody's in this process. */
let partyOf: () => object = () => partyOf;

/** Tells parties apart from now on: where one process plays several, as in the simulation. */
export function separateParties(of: () => object | undefined): void {
  partyOf = () => of() ?? partyOf;
}

/** One of something for each party. */
function forEachParty<T>(make: () => T): () => T {
  const made = new WeakMap<object, T>();
  return () => {
    const party = partyOf();
    const known = made.get(party) ?? make();
    made.set(party, known);
    return known;
  };
}

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
 * Makes a function of one item from one of many. What is asked for at the same time goes together, and
 * where enough batches are under way, so does what comes in meanwhile. A batch that fails is
 * parted until the item at fault fails alone; so `work` must leave nothing behind when it throws.
 * Where the database is away all fail, those that wait as well: nobody waits twice.
 * @param keyOf two items with one key never share a batch
 * @param work results in the order of the items, of which there is at least one
 */
export function together<Item, Result>(
  keyOf: (item: Item) => unknown,
  work: (items: Item[]) => Promise<Result[]>,
  gatherMs = GATHER_MS,
): (item: Item) => Promise<Result> {
  type Queue = { waiting: Asked<Item, Result>[]; underWay: number };
  const queueOfParty = forEachParty((): Queue => ({ waiting: [], underWay: 0 }));

  async function attempt(
    batch: Asked<Item, Result>[],
    queue: Queue,
    retries = MOST_RETRIES,
  ): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (isDeadlock(error) && retries > 0) return attempt(batch, queue, retries - 1);
      const isAway = isDatabaseUnavailable(error);
      if (isAway || batch.length === 1) {
        const failed = isAway ? [...batch, ...queue.waiting.splice(0)] : batch;
        for (const { reject } of failed) reject(error);
        return;
      }
      const size = Math.ceil(batch.length / PARTS);
      const parts = Array.from({ length: PARTS }, (_, n) => batch.slice(n * size, (n + 1) * size));
      const filled = parts.filter((part) => part.length > 0);
      await Promise.all(filled.map((part) => attempt(part, queue)));
    }
  }

  async function drain(queue: Queue): Promise<void> {
    queue.underWay++;
    const isAlone = partyOf() !== partyOf;
    await (isAlone || gatherMs === IN_THE_SAME_TURN ? setImmediate() : setTimeout(gatherMs));
    while (queue.waiting.length > 0) await attempt(takeBatch(queue.waiting, keyOf), queue);
    queue.underWay--;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const queue = queueOfParty();
      queue.waiting.push({ item, resolve, reject });
      // On nobody's account: whoever asks first may be the one whose places are all taken.
      if (queue.underWay < AT_ONCE) void onAccountOf(undefined, () => drain(queue));
    });
}

/**
 * The same for what is looked up by a key.
 * @param find what there is, each with its key; what is missing is left out
 */
export function foundTogether<Row>(
  find: (keys: string[]) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  gatherMs = GATHER_MS,
): (key: string) => Promise<Row | undefined> {
  // One question for all who ask for the same.
  const askedOfParty = forEachParty(() => new Map<string, Promise<Row | undefined>>());
  const ask = together(
    (key: string) => key,
    async (keys) => {
      // From here on an answer may be older than the next who asks.
      const asked = askedOfParty();
      for (const key of keys) asked.delete(key);
      const rows = new Map((await find(keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    },
    gatherMs,
  );
  return (key) => {
    const asked = askedOfParty();
    const known = asked.get(key);
    if (known) return known;
    const answer = ask(key);
    asked.set(key, answer);
    const forget = () => {
      if (asked.get(key) === answer) asked.delete(key);
    };
    answer.then(forget, forget);
    return answer;
  };
}
