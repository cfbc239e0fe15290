import { beforeEach, expect, it, vi } from "vitest";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { dispatchJobs, type StartRuns, startDispatcher } from "./dispatch.ts";
import { enqueue, type JobRow } from "./enqueue.ts";

beforeEach(async () => {
  await db().outbox.deleteMany();
});

const job = (donation_id: string) =>
  ({ name: "donation/push.requested", data: { donation_id, school_id: "s" } }) as const;

const enqueueAll = (...ids: string[]) => transaction((tx) => enqueue(tx, ids.map(job)));
const donationOf = ({ data }: JobRow) => (data as { donation_id: string }).donation_id;

it("dispatches jobs in the order in which they were enqueued, and only once", async () => {
  await enqueueAll("a", "b");
  await transaction((tx) => enqueue(tx, job("c")));
  const started: string[] = [];
  const start: StartRuns = async (jobs) => started.push(...jobs.map(donationOf));
  expect(await dispatchJobs(start)).toBe(3);
  expect(await dispatchJobs(start)).toBe(0);
  expect(started).toEqual(["a", "b", "c"]);
});

it("dispatches nothing of a transaction that did not commit", async () => {
  const failing = transaction(async (tx) => {
    await enqueue(tx, job("never"));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await dispatchJobs(async () => {})).toBe(0);
});

it("keeps jobs whose runs could not be started, and starts them later with the same IDs", async () => {
  await enqueueAll("a");
  const ids: string[] = [];
  const refuse: StartRuns = async (jobs) => {
    ids.push(...jobs.map(({ id }) => id));
    throw new Error("the engine is away");
  };
  await expect(dispatchJobs(refuse)).rejects.toThrow("the engine is away");
  await dispatchJobs(async (jobs) => ids.push(...jobs.map(({ id }) => id)));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

it("starts runs in the transaction that removes the jobs", async () => {
  await enqueueAll("a");
  const start: StartRuns = async (jobs, tx) => {
    const [{ id }] = jobs as [JobRow];
    await tx.query("insert into outbox (id, name, data) values ($1, 'started', '{}')", [id]);
    throw new Error("rolled back");
  };
  await expect(dispatchJobs(start)).rejects.toThrow("rolled back");
  expect((await db().outbox.findMany()).map(({ name }) => name)).toEqual([job("a").name]);
});

it("lets two dispatchers share the work without starting anything twice", async () => {
  await enqueueAll(...Array.from({ length: 100 }, (_, n) => `d-${n}`));
  const started: string[] = [];
  const start: StartRuns = async (jobs) => {
    started.push(...jobs.map(({ id }) => id));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const dispatchAll = async () => {
    while ((await dispatchJobs(start, 10)) > 0);
  };
  await Promise.all([dispatchAll(), dispatchAll(), dispatchAll()]);
  expect(started).toHaveLength(100);
  expect(new Set(started).size).toBe(100);
});

it("wakes the dispatcher when a transaction that enqueued jobs commits", async () => {
  // The clock stands still, so no poll ever happens.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let dispatched = () => {};
  const done = new Promise<void>((resolve) => {
    dispatched = resolve;
  });
  const stop = startDispatcher(async () => dispatched());
  await enqueueAll("a");
  await done;
  await stop();
  vi.useRealTimers();
  expect(await db().outbox.count()).toBe(0);
});
