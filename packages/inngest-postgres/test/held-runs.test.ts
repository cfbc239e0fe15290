/** Runs that their process holds from the start: they begin without a claim, within the limits, and survive the process. */
import { setTimeout } from "node:timers/promises";
import { Inngest } from "inngest";
import { afterEach, expect, it } from "vitest";
import { Executor, type ExecutorOptions } from "../executor.ts";
import { insertRunsFrom } from "../insert-runs.ts";
import { fixtureFunctions } from "./fixtures.ts";
import {
  effects,
  effectsOf,
  ended,
  eventually,
  FAST,
  ownDatabase,
  QUIET,
  sequential,
} from "./harness.ts";

const database = ownDatabase();
const started: Executor[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((executor) => executor.stop()));
  await database.pool.query("truncate executor_run, executor_effect");
});

/** @param isStarted whether it claims runs, or only holds those that it makes */
async function makeExecutor(options: Partial<ExecutorOptions> = {}, isStarted = true) {
  const executor = new Executor({ pool: () => database.pool, log: QUIET, ...FAST, ...options });
  const client = new Inngest({ id: "fixtures", logger: QUIET, ...executor.clientOptions });
  const functions = fixtureFunctions(client, effectsOf(database.pool));
  await (isStarted
    ? executor.start({ client, functions })
    : executor.prepare({ client, functions }));
  if (isStarted) started.push(executor);
  return executor;
}

const event = (name: string, data: object) => ({ name: `fixture/${name}`, data });

async function insert(executor: Executor, events: object[]) {
  const prepared = executor.prepareRuns(events);
  await database.pool.query(insertRunsFrom("$1"), [prepared.rows]);
  return prepared;
}

const states = async () =>
  (await database.pool.query("select held, lease::int, due_at > now() as leased from executor_run"))
    .rows;

it("begin without a claim, in a process that claims nothing", async () => {
  const executor = await makeExecutor({}, false);
  const { begin } = await insert(executor, [event("one-step", { key: "held" })]);
  expect(await states()).toEqual([{ held: true, lease: 1, leased: true }]);
  begin();
  await eventually(async () => (await effects(database.pool, "held")).length === 1);
  await eventually(async () => {
    await executor.renewLeases();
    return (await states())[0].held === false;
  });
  expect((await ended(database.pool, "one-step", "held")).status).toBe("completed");
});

it("are taken over if their process is lost before they begin", async () => {
  const lost = await makeExecutor({ leaseMs: 300 }, false);
  await insert(lost, [event("three-steps", { key: "lost" })]);
  await makeExecutor();
  expect((await ended(database.pool, "three-steps", "lost")).status).toBe("completed");
  expect(await effects(database.pool, "lost")).toHaveLength(3);
});

it("that don't fit the limit of their key are claimed in turn, before later ones", async () => {
  const executor = await makeExecutor();
  const send = (key: string) => event("one-at-a-time", { key, group: "limited", ms: 30 });
  const first = await insert(executor, ["a", "b", "c"].map(send));
  expect((await states()).filter(({ held }) => held)).toHaveLength(1);
  first.begin();
  const second = await insert(executor, [send("d")]);
  second.begin();
  for (const key of ["a", "b", "c", "d"]) await ended(database.pool, "one-at-a-time", key);
  const done = await effects(database.pool, "limited");
  expect(done).toEqual(sequential(done));
  expect(done.at(-1)).toBe("d ends");
});

it("take no more than the process's slots", async () => {
  const executor = await makeExecutor({ slots: 2 }, false);
  await insert(
    executor,
    ["a", "b", "c"].map((key) => event("slow-step", { key })),
  );
  expect((await states()).filter(({ held }) => held)).toHaveLength(2);
});

it("give their places back if they weren't inserted", async () => {
  const executor = await makeExecutor({ slots: 1 }, false);
  const rolledBack = executor.prepareRuns([event("one-step", { key: "never" })]);
  rolledBack.discard();
  const notInserted = executor.prepareRuns([event("one-step", { key: "never" })]);
  notInserted.begin(() => false);
  const { begin } = await insert(executor, [event("one-step", { key: "next" })]);
  expect(await states()).toMatchObject([{ held: true }]);
  begin();
  await eventually(async () => (await effects(database.pool, "next")).length === 1);
  await setTimeout(50);
  expect(await effects(database.pool, "never")).toEqual([]);
});

it("aren't made by a process that is stopping", async () => {
  const executor = await makeExecutor();
  await executor.stop();
  await insert(executor, [event("one-step", { key: "late" })]);
  expect(await states()).toMatchObject([{ held: false }]);
});
