import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runOf } from "../events.ts";
import type { Plan } from "../function-config.ts";
import { claimRuns, insertRuns } from "../store.ts";
import {
  effects,
  ended,
  eventually,
  inTurn,
  ownDatabase,
  type Started,
  startExecutor,
} from "./harness.ts";

const database = ownDatabase();

describe("a limit with a key", () => {
  let executors: Started[];

  beforeAll(async () => {
    executors = [await startExecutor(database.pool), await startExecutor(database.pool)];
  });
  afterAll(async () => {
    await Promise.all(executors.map(({ stop }) => stop()));
  });

  const ask = (group: string, keys: string[], ms: number) =>
    executors[0]?.client.send(
      keys.map((key) => ({ name: "fixture/one-at-a-time", data: { group, key, ms } })),
    );

  it("runs one of a key at a time, across all processes", async () => {
    const keys = Array.from({ length: 8 }, (_, n) => `serial ${n}`);
    await ask("serial", keys, 10);
    for (const key of keys) await ended(database.pool, "one-at-a-time", key);
    const done = await effects(database.pool, "serial");
    expect(done).toHaveLength(2 * keys.length);
    expect(done).toEqual(inTurn(done));
  });

  it("does not let a long queue of one key delay another", async () => {
    const many = Array.from({ length: 300 }, (_, n) => `busy ${n}`);
    await ask("busy", many, 200);
    await ask("quiet", ["quick"], 0);
    await ended(database.pool, "one-at-a-time", "quick");
    // One after another, those would take a minute.
    expect((await effects(database.pool, "busy")).length).toBeLessThan(many.length);
    await database.pool.query("delete from executor_run where status = 'running' and not held");
    await eventually(async () => {
      const { rows } = await database.pool.query("select 1 from executor_run where held");
      return rows.length === 0;
    });
  });
});

describe("a claim", () => {
  const plan = (id: string, ...limits: number[]): Plan => ({
    id,
    events: [],
    schedules: [],
    maxAttempts: 1,
    concurrency: limits.map((limit) => ({ limit, keyPath: [] })),
  });
  const queue = (functionId: string, count: number) =>
    insertRuns(
      database.pool,
      Array.from({ length: count }, (_, n) => ({
        id: crypto.randomUUID(),
        functionId,
        eventId: `${functionId} ${n}`,
        event: { id: `${n}`, name: "x", ts: 0, data: {} },
        queue: functionId,
        limitKeys: [functionId],
      })),
    );
  const claimed = async (plans: Plan[], count: number) =>
    (await claimRuns(database.pool, plans, count, 60_000))
      .map(({ functionId }) => functionId)
      .sort();

  it("shares its slots among the functions that have work", async () => {
    await queue("long", 50);
    await queue("short", 2);
    const plans = [plan("long"), plan("short")];
    expect(await claimed(plans, 4)).toEqual(["long", "long", "short", "short"]);
  });

  it("takes no more than the limit, including runs in progress", async () => {
    await queue("limited", 10);
    const plans = [plan("limited", 3)];
    expect(await claimed(plans, 2)).toHaveLength(2);
    expect(await claimed(plans, 5)).toHaveLength(1);
    expect(await claimed(plans, 5)).toHaveLength(0);
  });

  it("keeps the limit under concurrency", async () => {
    await queue("contested", 40);
    const claims = Array.from({ length: 8 }, () => claimed([plan("contested", 3)], 5));
    expect((await Promise.all(claims)).flat()).toHaveLength(3);
  });

  describe("with two limits", () => {
    const both = (id: string, first: number, last: number): Plan => ({
      ...plan(id),
      events: ["x"],
      concurrency: [
        { limit: first, keyPath: ["endpoint"] },
        { limit: last, keyPath: ["bank"] },
      ],
    });
    /** Due one after another, in this order. */
    async function ask(the: Plan, places: Record<string, unknown>[]): Promise<void> {
      for (const [n, data] of places.entries()) {
        await insertRuns(database.pool, [
          runOf(the, { id: `${the.id} ${data.endpoint} ${n}`, name: "x", ts: 0, data }),
        ]);
      }
    }
    const take = async (the: Plan, count: number) =>
      (await claimRuns(database.pool, [the], count, 60_000)).map(
        ({ event }) => `${event.data.bank} ${event.data.endpoint}`,
      );
    const times = <T>(count: number, of: (n: number) => T) =>
      Array.from({ length: count }, (_, n) => of(n));

    it("keeps each, across all queues that have the value", async () => {
      const the = both("both", 3, 5);
      await ask(
        the,
        times(40, (n) => ({ bank: "big", endpoint: `e${n % 4}` })),
      );
      const first = await take(the, 100);
      expect(first).toHaveLength(5);
      expect(await take(the, 100)).toEqual([]);
      await ask(
        the,
        times(10, () => ({ bank: "small", endpoint: "alone" })),
      );
      expect(await take(the, 100)).toEqual(times(3, () => "small alone"));
      await database.pool.query(
        `delete from executor_run where id in (select id from executor_run
         where function_id = 'both' and held and queue like '%big%' limit 2)`,
      );
      expect(await take(the, 100)).toHaveLength(2);
    });

    it("counts a value of the first across all values of the last", async () => {
      const the = both("crossed", 4, 3);
      await ask(
        the,
        times(12, (n) => ({ bank: `b${n % 3}`, endpoint: "the same" })),
      );
      const claimed = await take(the, 100);
      expect(claimed.sort()).toEqual(["b0 the same", "b0 the same", "b1 the same", "b2 the same"]);
    });

    it("is fair by the last: ten thousand runs of one bank do not delay another's", async () => {
      const the = both("flood", 1_000, 1_000);
      await database.pool.query(
        `insert into executor_run (id, function_id, event_id, event, queue, concurrency_keys)
         select gen_random_uuid(), 'flood', n, '{"data":{"bank":"flood","endpoint":"e"}}',
           'flood "e' || n % 16 || '" "flood"',
           array['flood "e' || n % 16 || '"', 'flood 2 "flood"']
         from generate_series(1, 10000) as n`,
      );
      expect(await take(the, 40)).toHaveLength(40);
      await ask(the, [
        { bank: "late", endpoint: "a" },
        { bank: "late", endpoint: "b" },
      ]);
      expect((await take(the, 2)).sort()).toEqual(["late a", "late b"]);
    });

    it("keeps both under concurrency", async () => {
      const the = both("contested by two", 2, 5);
      await ask(
        the,
        times(60, (n) => ({ bank: "big", endpoint: `e${n % 6}` })),
      );
      const claims = (await Promise.all(times(8, () => take(the, 7)))).flat();
      expect(claims.length).toBeLessThanOrEqual(5);
      const all = [...claims, ...(await take(the, 100))];
      expect(all).toHaveLength(5);
      for (const endpoint of new Set(all)) {
        expect(all.filter((one) => one === endpoint).length).toBeLessThanOrEqual(2);
      }
    });

    it("runs what was queued before there was a second limit, and counts it", async () => {
      const before = {
        ...both("older", 2, 2),
        concurrency: both("older", 2, 2).concurrency.slice(0, 1),
      };
      const the = both("older", 2, 2);
      await ask(before, [{ endpoint: "e" }]);
      await ask(
        the,
        times(3, () => ({ bank: "b", endpoint: "e" })),
      );
      expect((await take(the, 100)).sort()).toEqual(["b e", "undefined e"]);
    });
  });

  it("leaves the runs of unknown functions alone", async () => {
    await queue("retired", 3);
    await queue("current", 1);
    expect(await claimed([plan("current")], 5)).toEqual(["current"]);
  });
});
