import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type TestDatabase } from "#test/database.ts";
import {
  createEffects,
  effects,
  ended,
  eventually,
  inTurn,
  openPool,
  type Started,
  startExecutor,
} from "./harness.ts";
import { claimRuns, insertRuns } from "./store.ts";
import type { Plan } from "./supported.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.url);
  await createEffects(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe("a limit with a key", () => {
  let executors: Started[];

  beforeAll(async () => {
    executors = [await startExecutor(pool), await startExecutor(pool)];
  });
  afterAll(async () => {
    await Promise.all(executors.map(({ stop }) => stop()));
  });

  const ask = (group: string, keys: string[], ms: number) =>
    executors[0]?.client.send(
      keys.map((key) => ({ name: "fixture/one-at-a-time", data: { group, key, ms } })),
    );

  it("lets one run of a key work at a time, in every process together", async () => {
    const keys = Array.from({ length: 8 }, (_, n) => `serial ${n}`);
    await ask("serial", keys, 10);
    for (const key of keys) await ended(pool, "one-at-a-time", key);
    const done = await effects(pool, "serial");
    expect(done).toHaveLength(2 * keys.length);
    expect(done).toEqual(inTurn(done));
  });

  it("does not let a long queue of one key hold up another", async () => {
    const many = Array.from({ length: 300 }, (_, n) => `busy ${n}`);
    await ask("busy", many, 200);
    await ask("quiet", ["quick"], 0);
    await ended(pool, "one-at-a-time", "quick");
    // One after another those would take a minute.
    expect((await effects(pool, "busy")).length).toBeLessThan(many.length);
    await pool.query("delete from executor_run where status = 'running' and not held");
    await eventually(async () => {
      const { rows } = await pool.query("select 1 from executor_run where held");
      return rows.length === 0;
    });
  });
});

describe("a claim", () => {
  const plan = (id: string, limit?: number): Plan => ({
    id,
    events: [],
    schedules: [],
    failureOf: undefined,
    maxAttempts: 1,
    concurrency: limit ? { limit, keyPath: [] } : undefined,
    idempotencyPath: undefined,
  });
  const queue = (functionId: string, count: number) =>
    insertRuns(
      pool,
      Array.from({ length: count }, (_, n) => ({
        id: crypto.randomUUID(),
        functionId,
        eventId: `${functionId} ${n}`,
        event: { id: `${n}`, name: "x", ts: 0, data: {} },
        queue: functionId,
      })),
    );
  const claimed = async (plans: Plan[], count: number) =>
    (await claimRuns(pool, plans, count, 60_000)).map(({ functionId }) => functionId).sort();

  it("shares its slots among the functions that have work", async () => {
    await queue("long", 50);
    await queue("short", 2);
    const plans = [plan("long"), plan("short")];
    expect(await claimed(plans, 4)).toEqual(["long", "long", "short", "short"]);
  });

  it("takes no more than the limit, counting what is held", async () => {
    await queue("limited", 10);
    const plans = [plan("limited", 3)];
    expect(await claimed(plans, 2)).toHaveLength(2);
    expect(await claimed(plans, 5)).toHaveLength(1);
    expect(await claimed(plans, 5)).toHaveLength(0);
  });

  it("keeps the limit when several claim at the same moment", async () => {
    await queue("contested", 40);
    const claims = Array.from({ length: 8 }, () => claimed([plan("contested", 3)], 5));
    expect((await Promise.all(claims)).flat()).toHaveLength(3);
  });

  it("leaves the runs of functions that it does not know", async () => {
    await queue("retired", 3);
    await queue("current", 1);
    expect(await claimed([plan("current")], 5)).toEqual(["current"]);
  });
});
