/** Losing a process, a lease, or the database costs only time and a retry of the current step. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { onServer } from "../../../test/database.ts";
import { keepLog } from "../../../test/logs.ts";
import { effects, ended, eventually, ownDatabase, type Started, startExecutor } from "./harness.ts";

const database = ownDatabase();
const executors: Started[] = [];

afterEach(async () => {
  await Promise.all(executors.splice(0).map(({ stop }) => stop()));
  await database.pool.query("truncate executor_run, executor_effect");
});

async function start(options?: Parameters<typeof startExecutor>[1]): Promise<Started> {
  const executor = await startExecutor(database.pool, options);
  executors.push(executor);
  return executor;
}

async function startProcess(url: string): Promise<ChildProcess> {
  const script = path.resolve(import.meta.dirname, "fixture-process.ts");
  const child = spawn(process.execPath, [script, url], { stdio: ["ignore", "pipe", "pipe"] });
  keepLog("executor", child.stderr);
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

const has = (key: string, name: string) => async () =>
  (await effects(database.pool, key)).includes(name);

describe("with another process", () => {
  let child: ChildProcess;

  beforeAll(async () => {
    child = await startProcess(database.url);
  });
  afterAll(() => child.kill("SIGKILL"));

  it("two processes share the work, and no step runs twice", async () => {
    const executor = await start({ slots: 8 });
    const events = Array.from({ length: 150 }, (_, n) => ({
      name: "fixture/slow-step",
      data: { key: `shared ${n}`, ms: 100 },
    }));
    await executor.client.send(events);
    await eventually(async () => {
      const { rows } = await database.pool.query(
        "select 1 from executor_run where ended_at is null limit 1",
      );
      return rows.length === 0;
    });
    const { rows } =
      await database.pool.query(`select count(*)::int as done, count(distinct (key, name))::int
      as different, count(distinct process)::int as processes from executor_effect`);
    expect(rows).toEqual([{ done: 600, different: 600, processes: 2 }]);
  });

  it("a killed process's run is taken over within seconds, and only its current step runs again", async () => {
    // This process accepts the event but has no slots: the child does the work.
    const relay = await start({ slots: 0 });
    await relay.send("slow-step", { key: "killed", ms: 60_000 });
    await eventually(has("killed", "two begins"));
    // Its lease is renewed only while it's alive. The step itself would take a minute.
    const { rows } = await database.pool.query(
      "select due_at < now() + interval '10 seconds' as soon from executor_run",
    );
    expect(rows).toEqual([{ soon: true }]);
    child.kill("SIGKILL");
    await start();
    const run = await ended(database.pool, "slow-step", "killed");
    expect(run.status).toBe("completed");
    const done = await effects(database.pool, "killed");
    expect(done).toEqual(["one", "two begins", "two begins", "two ends", "three"]);
  });
});

it("the results of a process that stalls past its lease are dropped", async () => {
  const stalled = await start({ slots: 1, leaseMs: 60_000 });
  await stalled.send("slow-step", { key: "stalled", ms: 1_000 });
  await eventually(has("stalled", "two begins"));
  // As if the whole process had been suspended and renewed nothing.
  await database.pool.query("update executor_run set due_at = now() - interval '1 hour'");
  await start();
  const run = await ended(database.pool, "slow-step", "stalled");
  expect(run.status).toBe("completed");
  // The first holder's call ends too, but none of its results may be written.
  await eventually(
    async () =>
      (await effects(database.pool, "stalled")).filter((name) => name === "two ends").length === 2,
  );
  await setTimeout(200);
  const done = await effects(database.pool, "stalled");
  expect(done.filter((name) => name === "three")).toHaveLength(1);
  const { rows } = await database.pool.query(
    "select cardinality(steps) as steps, lease from executor_run",
  );
  expect(rows).toMatchObject([{ steps: 3 }]);
});

it("a step may take longer than a lease while its process is alive", async () => {
  // Several renewals per lease, since a busy machine may be late with some of them.
  const executor = await start({ leaseMs: 4_000 });
  await start({ leaseMs: 4_000 });
  await executor.send("slow-step", { key: "long", ms: 5_500 });
  await ended(database.pool, "slow-step", "long");
  expect(await effects(database.pool, "long")).toEqual(["one", "two begins", "two ends", "three"]);
});

it("a run whose attempts were all lost fails with an error", async () => {
  const relay = await start({ slots: 0 });
  await relay.send("one-step", { key: "poison" });
  await database.pool.query(
    "update executor_run set held = true, attempt = 4, due_at = now() - interval '1 second'",
  );
  await start();
  const run = await ended(database.pool, "one-step", "poison");
  expect(run).toMatchObject({ status: "failed", error: { name: "AttemptsExhausted" } });
  expect(await effects(database.pool, "poison")).toEqual([]);
});

it("a stopping process finishes its step, then releases the run without counting an attempt", async () => {
  const first = await start();
  await first.send("slow-step", { key: "released", ms: 500 });
  await eventually(has("released", "two begins"));
  await first.stop();
  const { rows } = await database.pool.query(
    "select held, attempt, cardinality(steps) as steps, due_at <= now() as due from executor_run",
  );
  expect(rows).toEqual([{ held: false, attempt: 0, steps: 2, due: true }]);
  await start();
  await ended(database.pool, "slow-step", "released");
  const done = await effects(database.pool, "released");
  expect(done).toEqual(["one", "two begins", "two ends", "three"]);
});

it("a process whose step doesn't finish in time releases the run at once", async () => {
  const first = await start({ graceMs: 50, leaseMs: 3_600_000 });
  await first.send("slow-step", { key: "cut short", ms: 800 });
  await eventually(has("cut short", "two begins"));
  await first.stop();
  // It doesn't wait for the lease to end, which is long after the test.
  await start();
  await eventually(
    async () =>
      (await effects(database.pool, "cut short")).filter((n) => n === "two begins").length === 2,
  );
  await ended(database.pool, "slow-step", "cut short");
  const { rows } = await database.pool.query(
    "select attempt, cardinality(steps) as steps from executor_run",
  );
  expect(rows).toEqual([{ attempt: 0, steps: 3 }]);
});

it("a short database outage costs only time", async () => {
  const name = new URL(database.url).pathname.slice(1);
  const server = new URL("/postgres", database.url).href;
  const executor = await start();
  await executor.client.send(
    Array.from({ length: 20 }, (_, n) => ({
      name: "fixture/slow-step",
      data: { key: `outage ${n}`, ms: 500 },
    })),
  );
  await eventually(has("outage 0", "two begins"));
  await onServer(server, `alter database ${name} with allow_connections false`);
  const end = performance.now() + 1_500;
  while (performance.now() < end) {
    await onServer(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await setTimeout(200);
  }
  await onServer(server, `alter database ${name} with allow_connections true`);
  await eventually(async () => {
    const { rows } = await database.pool.query(
      "select count(*)::int as count from executor_run where status = 'completed'",
    );
    return rows[0].count === 20;
  });
  // Effects need the database too, so some steps failed and were retried, but every run completed once.
  const { rows } = await database.pool.query(
    `select max(cardinality(steps)) as steps, bool_or(held) as held from executor_run`,
  );
  expect(rows).toEqual([{ steps: 3, held: false }]);
});
