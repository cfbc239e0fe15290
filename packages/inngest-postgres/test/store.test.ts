import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, it } from "vitest";
import { claimRuns, insertRuns, type RunUpdate, updateRun } from "../store.ts";
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
    stored: 0,
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

it("a write that is repeated after a lost response adds nothing twice", async () => {
  const [update] = await claimed(1);
  if (!update) throw new Error("a run was to be claimed");
  expect([await updateRun(pool(), update), await updateRun(pool(), update)]).toEqual([true, true]);
  expect(await stepsOf(update.id)).toEqual(['{"id":"a","data":1}']);
});

it("a change under an older lease is dropped", async () => {
  const [update] = await claimed(1);
  if (!update) throw new Error("a run was to be claimed");
  expect(await updateRun(pool(), { ...update, lease: update.lease - 1 })).toBe(false);
  expect(await stepsOf(update.id)).toEqual([]);
});
