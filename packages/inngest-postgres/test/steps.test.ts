import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ODD_RESULT } from "./fixtures.ts";
import { effects, ended, eventually, ownDatabase, type Started, startExecutor } from "./harness.ts";

const database = ownDatabase();
let executor: Started;

beforeAll(async () => {
  executor = await startExecutor(database.pool);
});
afterAll(async () => {
  await executor.stop();
});

describe("a run", () => {
  it.each([
    ["three-steps", { status: "completed", output: { two: 2 } }],
    ["separate-calls", { status: "completed" }],
    ["no-steps", { status: "completed", output: "done" }],
    ["sends", { status: "completed", output: 1 }],
    ["recovers", { status: "completed" }],
    ["fails", { status: "failed", error: { name: "TypeError", message: "never" } }],
    ["non-retriable", { status: "failed", error: { message: "no" } }],
  ])("stores its result: %s", async (name, expected) => {
    await executor.send(name, { key: name });
    expect(await ended(database.pool, name, name)).toMatchObject(expected);
  });

  it("gets a step's result back unchanged, even if Postgres's jsonb can't store it", async () => {
    await executor.send("odd-result", { key: "odd" });
    const run = await ended(database.pool, "odd-result", "odd");
    expect(await effects(database.pool, "odd")).toEqual([JSON.stringify(ODD_RESULT)]);
    expect(run.status).toBe("completed");
  });
});

describe("an event", () => {
  it("may be one of a batch of 100", async () => {
    const events = Array.from({ length: 100 }, (_, n) => ({
      name: "fixture/no-steps",
      data: { key: `batch ${n}` },
    }));
    const { ids } = await executor.client.send(events);
    expect(new Set(ids).size).toBe(100);
    await eventually(async () => {
      const { rows } = await database.pool.query(
        `select count(*)::int as count from executor_run
         where event_id = any($1) and status = 'completed'`,
        [ids],
      );
      return rows[0].count === 100;
    });
  });

  it("that starts nothing is accepted and discarded", async () => {
    const { ids } = await executor.client.send({ name: "fixture/nothing", data: {} });
    const { rowCount } = await database.pool.query(
      "select 1 from executor_run where event_id = any($1)",
      [ids],
    );
    expect(rowCount).toBe(0);
  });
});

it("prunes only runs that have ended", async () => {
  await executor.send("no-steps", { key: "old" }, "old");
  await executor.send("sleeps", { key: "asleep", ms: 60_000 }, "asleep");
  await ended(database.pool, "no-steps", "old");
  await executor.prune(0);
  const { rows } = await database.pool.query(
    "select event_id from executor_run where event_id = any($1)",
    [["old", "asleep"]],
  );
  expect(rows).toEqual([{ event_id: "asleep" }]);
});
