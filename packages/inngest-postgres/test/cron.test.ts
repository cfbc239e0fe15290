/** Cron triggers: each tick starts one run across all processes. */
import { setTimeout } from "node:timers/promises";
import type { Inngest } from "inngest";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  effects,
  effectsOf,
  eventually,
  ownDatabase,
  type Started,
  startExecutor,
} from "./harness.ts";

const HOUR = 3_600_000;
describe("an executor", () => {
  const database = ownDatabase();
  const executors: Started[] = [];

  afterEach(async () => {
    vi.useRealTimers();
    await stop();
    await database.pool.query("truncate executor_run, executor_effect");
  });

  const onCron = (cron: string) => (client: Inngest) => [
    client.createFunction({ id: "ticks", triggers: [{ cron }] }, async ({ event, step }) => {
      const { id, name, data, ts } = event;
      const received = JSON.stringify({ id, name, data, ts });
      await step.run("record", () => effectsOf(database.pool)("ticks", received));
    }),
  ];

  async function start(cron: string, options?: Parameters<typeof startExecutor>[1]) {
    executors.push(await startExecutor(database.pool, options, onCron(cron)));
  }
  const stop = () => Promise.all(executors.splice(0).map((executor) => executor.stop()));
  const done = async () => (await effects(database.pool, "ticks")).map((text) => JSON.parse(text));

  /** The UTC hours this many hours ago, and the time of the latest. */
  function hoursAgo(...counts: number[]) {
    const hours = counts.map((count) => new Date(Date.now() - count * HOUR).getUTCHours());
    const last = new Date(Date.now() - Math.min(...counts) * HOUR).setUTCMinutes(0, 0, 0);
    return { hours, last };
  }

  it("runs each tick once, across processes", async () => {
    await start("* * * * * *");
    await start("* * * * * *");
    await eventually(async () => (await done()).length >= 4);
    await stop();
    const ticks = await done();
    const times = new Set(ticks.map(({ ts }) => ts));
    expect(times.size).toBe(ticks.length);
    for (const { ts, ...event } of ticks) {
      expect(ts % 1_000).toBe(0);
      expect(event).toEqual({
        id: `cron:* * * * * *:${new Date(ts).toISOString()}`,
        name: "inngest/scheduled.timer",
        data: { cron: "* * * * * *" },
      });
    }
  });

  it("catches up on the last missed tick, and only once", async () => {
    const { hours, last } = hoursAgo(9, 6, 3);
    const cron = `0 ${hours.join()} * * *`;
    await start(cron);
    await eventually(async () => (await done()).length > 0);
    await stop();
    await start(cron);
    await stop();
    const id = `cron:${cron}:${new Date(last).toISOString()}`;
    expect(await done()).toMatchObject([{ id, ts: last, data: { cron } }]);
    const { rows } = await database.pool.query("select event_id from executor_run");
    expect(rows).toEqual([{ event_id: id }]);
  });

  it("doesn't repeat a tick whose run may have been pruned", async () => {
    const { hours } = hoursAgo(3);
    await start(`0 ${hours} * * *`, { retentionMs: HOUR });
    await stop();
    const { rowCount } = await database.pool.query("select 1 from executor_run");
    expect(rowCount).toBe(0);
  });

  it("uses the database's clock", async () => {
    const { hours, last } = hoursAgo(3);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30 * HOUR });
    await start(`0 ${hours} * * *`);
    await eventually(async () => (await done()).length > 0);
    expect(await done()).toMatchObject([{ ts: last }]);
  });

  it("runs a tick missed during an outage once the database is back", async () => {
    let isDown = true;
    const flakyPool = () => {
      if (isDown) throw new Error("down");
      return database.pool;
    };
    const { hours, last } = hoursAgo(3);
    await start(`0 ${hours} * * *`, { pool: flakyPool });
    await setTimeout(200);
    isDown = false;
    await eventually(async () => (await done()).length > 0);
    expect(await done()).toMatchObject([{ ts: last }]);
  });
});
