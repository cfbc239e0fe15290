/** Cron triggers: each tick starts one run, across all processes. */
import { setTimeout } from "node:timers/promises";
import type { Inngest } from "inngest";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readSchedule } from "../cron.ts";
import {
  effects,
  effectsOf,
  eventually,
  ownDatabase,
  type Started,
  startExecutor,
} from "./harness.ts";

const HOUR = 3_600_000;
const at = Date.parse;

describe("an expression", () => {
  it.each([
    ["*/5 * * * *", "2026-11-21T18:00:00Z", "2026-11-21T18:05:00Z"],
    ["17 3 * * *", "2026-11-21T03:17:00Z", "2026-11-22T03:17:00Z"],
    ["*/20 * * * * *", "2026-11-21T18:02:20Z", "2026-11-21T18:02:40Z"],
    ["0 12 * * FRI", "2026-11-20T12:00:00Z", "2026-11-27T12:00:00Z"],
    ["TZ=Asia/Kathmandu 0 12 * * *", "2026-11-21T06:15:00Z", "2026-11-22T06:15:00Z"],
    ["TZ=America/New_York 0 3 * * *", "2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z"],
  ])("%s has the right ticks before and after a time", (expression, last, next) => {
    const schedule = readSchedule(expression);
    const moment = at("2026-11-21T18:02:30.500Z");
    expect(schedule.lastTick(moment)).toBe(at(last));
    expect(schedule.nextTick(moment)).toBe(at(next));
  });

  it("counts a time that is a tick itself as past", () => {
    const noon = at("2026-11-21T12:00:00Z");
    const schedule = readSchedule("0 12 * * *");
    expect([schedule.lastTick(noon), schedule.nextTick(noon)]).toEqual([noon, noon + 24 * HOUR]);
    expect(schedule.lastTick(noon - 1)).toBe(noon - 24 * HOUR);
  });

  it("follows daylight saving time in its zone", () => {
    const schedule = readSchedule("TZ=Europe/Paris 0 12 * * *");
    const tick = schedule.nextTick(at("2026-10-24T10:00:00Z"));
    expect(tick).toBe(at("2026-10-25T11:00:00Z"));
  });

  it.each([
    "",
    "nonsense",
    "* * * *",
    "61 * * * *",
    "0 0 30 2 *",
    "@daily",
    "2030-01-01T00:00:00",
    "0 0 0 1 1 * 2030",
    "TZ=Mars/Olympus * * * * *",
    "TZ=UTC",
  ])("%j is refused", (expression) => {
    expect(() => readSchedule(expression)).toThrow();
  });
});

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
      const said = JSON.stringify({ id, name, data, ts });
      await step.run("note", () => effectsOf(database.pool)("ticks", said));
    }),
  ];

  async function start(cron: string, options?: Parameters<typeof startExecutor>[1]) {
    executors.push(await startExecutor(database.pool, options, onCron(cron)));
  }
  const stop = () => Promise.all(executors.splice(0).map((executor) => executor.stop()));
  const done = async () => (await effects(database.pool, "ticks")).map((said) => JSON.parse(said));

  /** A full hour this many hours ago, with a schedule of every day at that hour. */
  function hoursAgo(...counts: number[]) {
    const hours = counts.map((count) => new Date(Date.now() - count * HOUR).getUTCHours());
    const last = new Date(Date.now() - Math.min(...counts) * HOUR).setUTCMinutes(0, 0, 0);
    return { hours, last };
  }

  it("shares ticks with other processes: each runs once", async () => {
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

  it("makes up for the last missed tick, and only once", async () => {
    const { hours, last } = hoursAgo(9, 6, 3);
    const cron = `TZ=Asia/Tokyo 0 ${hours.map((hour) => (hour + 9) % 24).join()} * * *`;
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

  it("does not repeat a tick whose run may have been deleted", async () => {
    const { hours } = hoursAgo(3);
    await start(`0 ${hours} * * *`, { keepEndedMs: HOUR });
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

  it("runs the ticks of an outage once the database is back", async () => {
    let away = true;
    const awayPool = () => {
      if (away) throw new Error("away");
      return database.pool;
    };
    const { hours, last } = hoursAgo(3);
    await start(`0 ${hours} * * *`, { pool: awayPool });
    await setTimeout(200);
    away = false;
    await eventually(async () => (await done()).length > 0);
    expect(await done()).toMatchObject([{ ts: last }]);
  });
});
