import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runOf } from "../events.ts";
import type { Plan } from "../function-config.ts";
import { claimRuns, insertRuns } from "../store.ts";
import {
  effects,
  ended,
  eventually,
  ownDatabase,
  type Started,
  sequential,
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

  const sendAll = (group: string, keys: string[], ms: number) =>
    executors[0]?.client.send(
      keys.map((key) => ({ name: "fixture/one-at-a-time", data: { group, key, ms } })),
    );

  it("runs one per key at a time, across all processes", async () => {
    const keys = Array.from({ length: 8 }, (_, n) => `serial ${n}`);
    await sendAll("serial", keys, 10);
    for (const key of keys) await ended(database.pool, "one-at-a-time", key);
    const done = await effects(database.pool, "serial");
    expect(done).toHaveLength(2 * keys.length);
    expect(done).toEqual(sequential(done));
  });

  it("doesn't let one key's long queue delay another's", async () => {
    const many = Array.from({ length: 300 }, (_, n) => `busy ${n}`);
    await sendAll("busy", many, 200);
    await sendAll("quiet", ["quick"], 0);
    await ended(database.pool, "one-at-a-time", "quick");
    // Sequentially, those take a minute.
    expect((await effects(database.pool, "busy")).length).toBeLessThan(many.length);
    await database.pool.query("delete from executor_run where status = 'running' and not held");
    await eventually(async () => {
      const { rows } = await database.pool.query("select 1 from executor_run where held");
      return rows.length === 0;
    });
  });
});

describe("a claim", () => {
  const planOf = (id: string, ...limits: number[]): Plan => ({
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
    const plans = [planOf("long"), planOf("short")];
    expect(await claimed(plans, 4)).toEqual(["long", "long", "short", "short"]);
  });

  it("takes no more than the limit, including runs in progress", async () => {
    await queue("limited", 10);
    const plans = [planOf("limited", 3)];
    expect(await claimed(plans, 2)).toHaveLength(2);
    expect(await claimed(plans, 5)).toHaveLength(1);
    expect(await claimed(plans, 5)).toHaveLength(0);
  });

  it("keeps the limit under concurrency", async () => {
    await queue("contested", 40);
    const claims = Array.from({ length: 8 }, () => claimed([planOf("contested", 3)], 5));
    expect((await Promise.all(claims)).flat()).toHaveLength(3);
  });

  describe("with two limits", () => {
    const withTwo = (id: string, first: number, last: number): Plan => ({
      ...planOf(id),
      events: ["x"],
      concurrency: [
        { limit: first, keyPath: ["endpoint"] },
        { limit: last, keyPath: ["bank"] },
      ],
    });
    /** Queues runs that are due in this order. */
    async function queueInOrder(plan: Plan, data: Record<string, unknown>[]): Promise<void> {
      for (const [n, one] of data.entries()) {
        await insertRuns(database.pool, [
          runOf(plan, { id: `${plan.id} ${one.endpoint} ${n}`, name: "x", ts: 0, data: one }),
        ]);
      }
    }
    const claim = async (plan: Plan, count: number) =>
      (await claimRuns(database.pool, [plan], count, 60_000)).map(
        ({ event }) => `${event.data.bank} ${event.data.endpoint}`,
      );
    const times = <T>(count: number, make: (n: number) => T) =>
      Array.from({ length: count }, (_, n) => make(n));

    it("keeps each across all queues with its value", async () => {
      const plan = withTwo("both", 3, 5);
      await queueInOrder(
        plan,
        times(40, (n) => ({ bank: "big", endpoint: `e${n % 4}` })),
      );
      const first = await claim(plan, 100);
      expect(first).toHaveLength(5);
      expect(await claim(plan, 100)).toEqual([]);
      await queueInOrder(
        plan,
        times(10, () => ({ bank: "small", endpoint: "only" })),
      );
      expect(await claim(plan, 100)).toEqual(times(3, () => "small only"));
      await database.pool.query(
        `delete from executor_run where id in (select id from executor_run
         where function_id = 'both' and held and queue like '%big%' limit 2)`,
      );
      expect(await claim(plan, 100)).toHaveLength(2);
    });

    it("counts the first limit's value across all of the last's", async () => {
      const plan = withTwo("crossed", 4, 3);
      await queueInOrder(
        plan,
        times(12, (n) => ({ bank: `b${n % 3}`, endpoint: "the same" })),
      );
      const claimed = await claim(plan, 100);
      expect(claimed.sort()).toEqual(["b0 the same", "b0 the same", "b1 the same", "b2 the same"]);
    });

    it("is fair by the last: ten thousand runs of one bank don't delay another's", async () => {
      const plan = withTwo("flood", 1_000, 1_000);
      await database.pool.query(
        `insert into executor_run (id, function_id, event_id, event, queue, concurrency_keys)
         select gen_random_uuid(), 'flood', n, '{"data":{"bank":"flood","endpoint":"e"}}',
           'flood "e' || n % 16 || '" "flood"',
           array['flood "e' || n % 16 || '"', 'flood 2 "flood"']
         from generate_series(1, 10000) as n`,
      );
      expect(await claim(plan, 40)).toHaveLength(40);
      await queueInOrder(plan, [
        { bank: "late", endpoint: "a" },
        { bank: "late", endpoint: "b" },
      ]);
      expect((await claim(plan, 2)).sort()).toEqual(["late a", "late b"]);
    });

    it("keeps both under concurrency", async () => {
      const plan = withTwo("contested by two", 2, 5);
      await queueInOrder(
        plan,
        times(60, (n) => ({ bank: "big", endpoint: `e${n % 6}` })),
      );
      const claims = (await Promise.all(times(8, () => claim(plan, 7)))).flat();
      expect(claims.length).toBeLessThanOrEqual(5);
      const all = [...claims, ...(await claim(plan, 100))];
      expect(all).toHaveLength(5);
      for (const endpoint of new Set(all)) {
        expect(all.filter((one) => one === endpoint).length).toBeLessThanOrEqual(2);
      }
    });

    it("runs and counts what was queued before there was a second limit", async () => {
      const before = {
        ...withTwo("older", 2, 2),
        concurrency: withTwo("older", 2, 2).concurrency.slice(0, 1),
      };
      const plan = withTwo("older", 2, 2);
      await queueInOrder(before, [{ endpoint: "e" }]);
      await queueInOrder(
        plan,
        times(3, () => ({ bank: "b", endpoint: "e" })),
      );
      expect((await claim(plan, 100)).sort()).toEqual(["b e", "undefined e"]);
    });
  });

  it("skips the runs of unknown functions", async () => {
    await queue("retired", 3);
    await queue("current", 1);
    expect(await claimed([planOf("current")], 5)).toEqual(["current"]);
  });
});
