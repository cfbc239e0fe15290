import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, it } from "vitest";
import { type ClaimedRun, claimRuns, insertRuns, type RunUpdate, updateRun } from "../store.ts";
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

const UPDATE: RunUpdate = {
  attempt: 0,
  status: "running",
  held: true,
  waitMs: 0,
  result: undefined,
};

const stepsOf = async (id: string) =>
  (await pool.query("select steps from executor_run where id = $1", [id])).rows[0].steps;

it("a write repeated after a lost response adds no step twice", async () => {
  const run = await claimRun();
  const write = () => updateRun(pool, run, 0, UPDATE);
  expect([await write(), await write()]).toEqual([true, true]);
  expect(await stepsOf(run.id)).toEqual(['{"id":"a","data":1}']);
});

it("a write under an older lease is dropped", async () => {
  const run = await claimRun();
  const older = { ...run, lease: run.lease - 1 };
  expect(await updateRun(pool, older, 0, UPDATE)).toBe(false);
  expect(await stepsOf(run.id)).toEqual([]);
});
