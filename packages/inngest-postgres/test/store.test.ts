import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, it } from "vitest";
import { type ClaimedRun, claimRuns, insertRuns, storeSteps } from "../store.ts";
import { openWorkerPool } from "./harness.ts";

const pool = openWorkerPool();
afterAll(() => pool.end());

const plan = {
  id: "written",
  events: [],
  maxAttempts: 1,
  concurrency: [],
  schedules: [],
};

async function claimRun(): Promise<ClaimedRun> {
  const id = uuidv7();
  const runs = [
    {
      id,
      functionId: plan.id,
      eventId: id,
      event: { id, name: "x", ts: 0, data: {} },
      queue: plan.id,
      limitKeys: [plan.id],
    },
  ];
  await insertRuns(pool, runs);
  const [run] = await claimRuns(pool, [plan], 1, 60_000);
  if (!run) throw new Error("no run was claimed");
  return { ...run, steps: [{ id: "a", data: 1 }] };
}

const stepsOf = async (id: string) =>
  (await pool.query("select steps from executor_run where id = $1", [id])).rows[0].steps;

it("a write repeated after a lost response adds no step twice", async () => {
  const run = await claimRun();
  const write = () => storeSteps(pool, run, 0);
  expect([await write(), await write()]).toEqual([true, true]);
  expect(await stepsOf(run.id)).toEqual(['{"id":"a","data":1}']);
});

it("a write under an older lease is dropped", async () => {
  const run = await claimRun();
  const older = { ...run, lease: run.lease - 1 };
  expect(await storeSteps(pool, older, 0)).toBe(false);
  expect(await stepsOf(run.id)).toEqual([]);
});
