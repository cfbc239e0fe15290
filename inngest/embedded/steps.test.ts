import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type TestDatabase } from "#test/database.ts";
import { ODD_TEXT } from "./fixtures.ts";
import {
  createEffects,
  effects,
  ended,
  eventually,
  openPool,
  type Started,
  startExecutor,
} from "./harness.ts";

let database: TestDatabase;
let pool: pg.Pool;
let executor: Started;

beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.url);
  await createEffects(pool);
  executor = await startExecutor(pool);
  // These take their time, which the tests need not wait for one after the other.
  await executor.send("sleeps", { key: "sleepy", ms: 1_000 });
  await executor.send("odd-text", { key: "odd" });
  await executor.send("asks-for-time", { key: "later" });
});
afterAll(async () => {
  await executor.stop();
  await pool.end();
  await database.drop();
});

describe("a run", () => {
  it("does its steps once each, in order, and hands on what they returned", async () => {
    await executor.send("three-steps", { key: "in order" });
    const run = await ended(pool, "three-steps", "in order");
    expect(run).toMatchObject({ status: "completed", output: { two: 2 } });
    const done = await effects(pool, "in order");
    expect(done).toEqual(["one", "two after 1970-01-01T00:00:00.000Z", "three"]);
  });

  it("does so too where every step is a call of its own", async () => {
    await executor.send("hurries", { key: "hurried" });
    expect(await ended(pool, "hurries", "hurried")).toMatchObject({ status: "completed" });
    expect(await effects(pool, "hurried")).toEqual(["one", "two", "three"]);
  });

  it("needs no steps", async () => {
    await executor.send("no-steps", { key: "plain" });
    expect(await ended(pool, "no-steps", "plain")).toMatchObject({ output: "done" });
  });

  it("sleeps no shorter than asked, and goes on where it was", async () => {
    const { tookMs } = await ended(pool, "sleeps", "sleepy");
    expect(tookMs).toBeGreaterThan(1_000);
    expect(tookMs).toBeLessThan(3_000);
    expect(await effects(pool, "sleepy")).toEqual(["before", "after"]);
  });

  it("gets back what a step returned, even where Postgres' own JSON could not keep it", async () => {
    const run = await ended(pool, "odd-text", "odd");
    expect(await effects(pool, "odd")).toEqual([JSON.stringify(ODD_TEXT)]);
    expect(run.status).toBe("completed");
  });

  it("starts others by sending events", async () => {
    await executor.send("sends", { key: "sent" });
    await ended(pool, "three-steps", "sent");
    expect(await ended(pool, "sends", "sent")).toMatchObject({ output: 1 });
    expect(await effects(pool, "sent")).toHaveLength(3);
  });
});

describe("a step that fails", () => {
  it("is tried again alone, and the next step counts its attempts from the start", async () => {
    await executor.send("fails-at-first", { key: "flaky", failures: 2 });
    await ended(pool, "fails-at-first", "flaky");
    const done = await effects(pool, "flaky");
    expect(done).toEqual(["sound", "attempt 0", "attempt 1", "attempt 2", "last, attempt 0"]);
  });

  it("fails its run when the retries are used up, and onFailure hears why", async () => {
    await executor.send("fails", { key: "hopeless" });
    const run = await ended(pool, "fails", "hopeless");
    expect(run).toMatchObject({ status: "failed", error: { name: "TypeError", message: "never" } });
    await eventually(async () => (await effects(pool, "hopeless")).length === 3);
    expect(await effects(pool, "hopeless")).toEqual(["hopeless", "hopeless", "failed: never"]);
  });

  it("is not tried again where it says so", async () => {
    await executor.send("fails-for-good", { key: "refused" });
    const run = await ended(pool, "fails-for-good", "refused");
    expect(run).toMatchObject({ status: "failed", error: { message: "no" } });
    expect(await effects(pool, "refused")).toEqual(["refused"]);
  });

  it("can be caught by its function", async () => {
    await executor.send("recovers", { key: "caught" });
    expect(await ended(pool, "recovers", "caught")).toMatchObject({ status: "completed" });
    expect(await effects(pool, "caught")).toEqual(['instead of "no"']);
  });

  it("waits as long as it asks for", async () => {
    const { tookMs } = await ended(pool, "asks-for-time", "later");
    expect(tookMs).toBeGreaterThan(1_000);
    expect(await effects(pool, "later")).toEqual(["attempt 0", "attempt 1"]);
  });
});

describe("an event", () => {
  it("starts a function once, however often it comes", async () => {
    const again = () => executor.send("three-steps", { key: "repeated" }, "the same id");
    await Promise.all([again(), again(), again()]);
    await ended(pool, "three-steps", "repeated");
    await again();
    const runs = await pool.query("select 1 from executor_run where event_id = 'the same id'");
    expect(runs.rowCount).toBe(1);
    expect(await effects(pool, "repeated")).toHaveLength(3);
  });

  it("comes in by the hundred", async () => {
    const events = Array.from({ length: 100 }, (_, n) => ({
      name: "fixture/no-steps",
      data: { key: `batch ${n}` },
    }));
    const { ids } = await executor.client.send(events);
    expect(new Set(ids).size).toBe(100);
    await eventually(async () => {
      const { rows } = await pool.query(
        `select count(*)::int as count from executor_run
         where event_id = any($1) and status = 'completed'`,
        [ids],
      );
      return rows[0].count === 100;
    });
  });

  it("that nothing waits for is accepted and dropped", async () => {
    const { ids } = await executor.client.send({ name: "fixture/nothing", data: {} });
    const { rowCount } = await pool.query("select 1 from executor_run where event_id = any($1)", [
      ids,
    ]);
    expect(rowCount).toBe(0);
  });
});

it("forgets ended runs after a while, and only those", async () => {
  await executor.send("no-steps", { key: "old" }, "old");
  await executor.send("sleeps", { key: "asleep", ms: 60_000 }, "asleep");
  await ended(pool, "no-steps", "old");
  await executor.prune(0);
  const { rows } = await pool.query("select event_id from executor_run where event_id = any($1)", [
    ["old", "asleep"],
  ]);
  expect(rows).toEqual([{ event_id: "asleep" }]);
});
