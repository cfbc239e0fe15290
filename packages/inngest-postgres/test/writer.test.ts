import { pino } from "pino";
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, it } from "vitest";
import { createDatabaseHealth } from "../database-health.ts";
import { claimRuns, insertRuns, type RunUpdate } from "../store.ts";
import { createWriter } from "../writer.ts";
import { openWorkerPool } from "./harness.ts";

const opened = openWorkerPool();
const pool = () => opened;
afterAll(() => opened.end());

const plan = {
  id: "written",
  events: [],
  maxAttempts: 1,
  concurrency: [],
  schedules: [],
};

async function claimed(count: number): Promise<RunUpdate[]> {
  const runs = Array.from({ length: count }, () => uuidv7()).map((id) => ({
    id,
    functionId: plan.id,
    eventId: id,
    event: { id, name: "x", ts: 0, data: {} },
    queue: plan.id,
    concurrencyKeys: null,
  }));
  await insertRuns(pool(), runs);
  return (await claimRuns(pool(), [plan], count, 60_000)).map(({ id, lease }) => ({
    id,
    lease,
    knownSteps: 0,
    steps: [{ id: "a", data: 1 }],
    attempt: 0,
    status: "running",
    held: true,
    waitMs: 0,
    result: undefined,
  }));
}

const stepsOf = async (id: string | undefined) =>
  (await pool().query("select steps from executor_run where id = $1", [id])).rows[0].steps;
const writer = createWriter({ pool, health: createDatabaseHealth(pino({ level: "silent" })) });

it("a change that the database rejects does not fail others", async () => {
  const [good, bad, alsoGood] = await claimed(3);
  if (!good || !bad || !alsoGood) throw new Error("three runs were to be claimed");
  const written = await Promise.allSettled([
    writer.write(good),
    writer.write({ ...bad, attempt: -1 }),
    writer.write(alsoGood),
  ]);
  expect(written).toMatchObject([{ value: true }, { status: "rejected" }, { value: true }]);
});

it("a write that is repeated after a lost response adds nothing twice", async () => {
  const [update] = await claimed(1);
  if (!update) throw new Error("a run was to be claimed");
  expect([await writer.write(update), await writer.write(update)]).toEqual([true, true]);
  expect(await stepsOf(update.id)).toEqual(['{"id":"a","data":1}']);
});

it("a change under an older lease is dropped", async () => {
  const [update] = await claimed(1);
  if (!update) throw new Error("a run was to be claimed");
  expect(await writer.write({ ...update, lease: update.lease - 1 })).toBe(false);
  expect(await stepsOf(update.id)).toEqual([]);
});
