import { beforeEach, expect, it, vi } from "vitest";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import {
  dispatchJobs,
  type StartRuns,
  setWaitUntil,
  startDispatcher,
  wakeDispatcher,
} from "./dispatch.ts";
import { REMOTE } from "./engines.ts";
import { enqueue, type JobRow } from "./enqueue.ts";

beforeEach(async () => {
  await db().outbox.deleteMany();
});

/** A job that isn't grouped. */
const job = (email_id: string) => ({ name: "email/send.requested", data: { email_id } }) as const;

const enqueueAll = (...ids: string[]) => transaction(async (tx) => enqueue(tx, ids.map(job)));
const emailOf = ({ data }: JobRow) => (data as { email_id: string }).email_id;

it("dispatches jobs in the order they were enqueued, and only once", async () => {
  await enqueueAll("a", "b");
  await transaction(async (tx) => enqueue(tx, job("c")));
  const started: string[] = [];
  const start: StartRuns = async (jobs) => started.push(...jobs.map(emailOf));
  expect(await dispatchJobs(start)).toBe(3);
  expect(await dispatchJobs(start)).toBe(0);
  expect(started).toEqual(["a", "b", "c"]);
});

it("dispatches nothing from a transaction that didn't commit", async () => {
  const failing = transaction(async (tx) => {
    enqueue(tx, job("never"));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await dispatchJobs(async () => {})).toBe(0);
});

it("keeps jobs whose runs couldn't be started, and starts them later with the same IDs", async () => {
  await enqueueAll("a");
  const ids: string[] = [];
  const refuse: StartRuns = async (jobs) => {
    ids.push(...jobs.map(({ id }) => id));
    throw new Error("the engine is unavailable");
  };
  await expect(dispatchJobs(refuse)).rejects.toThrow("the engine is unavailable");
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
  await enqueueAll(...Array.from({ length: 1_000 }, (_, n) => `d-${n}`));
  const started: string[] = [];
  const start: StartRuns = async (jobs) => {
    started.push(...jobs.map(({ id }) => id));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const dispatchAll = async () => {
    while ((await dispatchJobs(start)) > 0);
  };
  await Promise.all([dispatchAll(), dispatchAll(), dispatchAll()]);
  expect(started).toHaveLength(1_000);
  expect(new Set(started).size).toBe(1_000);
});

it("wakes the dispatcher when a transaction that enqueued jobs commits", async () => {
  // The clock is stopped, so it never polls.
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

it("keeps a process that would freeze between requests running until jobs are dispatched, or can't be", async () => {
  const kept: Promise<unknown>[] = [];
  setWaitUntil((work) => kept.push(work));
  let isUnavailable = false;
  const stop = startDispatcher(async () => {
    if (isUnavailable) throw new Error("the engine is unavailable");
  });
  const jobsLeftOnceItMayFreeze = async () => {
    await Promise.all(kept.splice(0));
    return db().outbox.count();
  };
  await enqueueAll(...Array.from({ length: 450 }, (_, n) => `d-${n}`));
  expect(kept).toHaveLength(1);
  expect(await jobsLeftOnceItMayFreeze()).toBe(0);
  isUnavailable = true;
  await enqueueAll("a");
  expect(await jobsLeftOnceItMayFreeze()).toBe(1);
  setWaitUntil(() => {});
  await stop();
});

it("shares one promise among all wake-ups while nothing dispatches", () => {
  const kept = new Set<Promise<unknown>>();
  setWaitUntil((work) => kept.add(work));
  for (let n = 0; n < 100; n++) wakeDispatcher();
  setWaitUntil(() => {});
  expect(kept.size).toBe(1);
});

const push = (id: string) =>
  ({ name: "donation/push.requested", data: { donation_id: id, school_id: "s" } }) as const;

it("starts a run for a group in the transaction that removes its items' jobs", async () => {
  await transaction(async (tx) => enqueue(tx, [push("a"), push("b")]));
  const started: JobRow[] = [];
  const start: StartRuns = async (jobs) => started.push(...jobs);
  expect(await dispatchJobs(start)).toBe(2);
  expect(started).toMatchObject([
    { name: "donation/pushes.requested", data: { items: [push("a").data, push("b").data] } },
  ]);
  expect(await db().outbox.count()).toBe(0);
});

it("stores a group before sending it to a remote engine, so that it's the same if it's sent again", async () => {
  await transaction(async (tx) => enqueue(tx, [push("a"), push("b"), job("c")]));
  const sent: JobRow[] = [];
  let isUnavailable = true;
  const start: StartRuns = async (jobs) => {
    if (isUnavailable && jobs.some(({ name }) => name !== "email/send.requested")) {
      throw new Error("the engine is unavailable");
    }
    sent.push(...jobs);
  };
  await expect(dispatchJobs(start, { on: REMOTE })).rejects.toThrow("the engine is unavailable");
  expect(sent).toMatchObject([{ name: "email/send.requested" }]);
  const [stored] = await db().outbox.findMany();
  expect(stored).toMatchObject({ name: "donation/pushes.requested" });
  isUnavailable = false;
  expect(await dispatchJobs(start, { on: REMOTE })).toBe(1);
  expect(sent[1]).toEqual({ id: stored?.id, name: stored?.name, data: stored?.data });

  await transaction(async (tx) => enqueue(tx, [push("d"), push("e")]));
  expect(await dispatchJobs(start, { on: REMOTE })).toBe(2);
  expect(sent[2]).toMatchObject({ name: "donation/pushes.requested" });
  expect(await db().outbox.count()).toBe(0);
});
