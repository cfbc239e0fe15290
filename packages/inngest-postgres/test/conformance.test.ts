/**
 * The guarantees that every executor gives, observed only through effects: always the embedded one, and an
 * Inngest server if the environment names one (see the package's README).
 */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import {
  effects,
  eventually,
  ownDatabase,
  type Started,
  sequential,
  startExecutor,
  timedEffects,
} from "./harness.ts";
import { BASE_URL_NAME, inngestBaseUrl, startServed } from "./inngest-server.ts";

type Executor = {
  name: string;
  start: (pool: pg.Pool) => Promise<Pick<Started, "send" | "stop">>;
  absent?: boolean;
  /** How long to wait for effects that shouldn't happen. */
  quietMs: number;
  /** How long to wait for a retry that shouldn't happen. */
  retryMs: number;
};

const SECOND = 1_000;
const EXECUTORS: Executor[] = [
  {
    name: "the embedded executor",
    start: (pool) => startExecutor(pool),
    quietMs: 150,
    retryMs: 300,
  },
  {
    name: `an Inngest server${inngestBaseUrl() ? "" : ` (skipped: ${BASE_URL_NAME} is not set)`}`,
    start: startServed,
    absent: !inngestBaseUrl(),
    quietMs: 5 * SECOND,
    retryMs: 60 * SECOND,
  },
];

const database = ownDatabase();

for (const { name, start, absent, quietMs, retryMs } of EXECUTORS) {
  describe.skipIf(absent)(name, () => {
    let executor: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      executor = await start(database.pool);
      return () => executor.stop();
    });

    // A server remembers IDs and values after the test.
    const tag = randomUUID();
    const own = (text: string) => `${text} ${tag} ${name}`;
    const send = (fixture: string, data: Parameters<Started["send"]>[1], id?: string) =>
      executor.send(fixture, { ...data, key: own(data.key) }, id && own(id));

    /** Waits for the effects of a key, then this much longer for others. @returns all of them */
    async function done(key: string, count: number, quiet = 0): Promise<string[]> {
      await eventually(async () => (await effects(database.pool, key)).length >= count);
      await setTimeout(quiet);
      return effects(database.pool, key);
    }

    async function waitBetween(key: string): Promise<number> {
      const [first, second] = await timedEffects(database.pool, key);
      return (second?.at ?? Number.NaN) - (first?.at ?? Number.NaN);
    }

    describe("a run", () => {
      it("runs its steps once each, in order, and passes on their results", async () => {
        await send("three-steps", { key: "in order" });
        const steps = await done(own("in order"), 3, quietMs);
        expect(steps).toEqual(["one", "two after 1970-01-01T00:00:00.000Z", "three"]);
      });

      it("does the same if each step is a separate call", async () => {
        await send("separate-calls", { key: "separate" });
        expect(await done(own("separate"), 3, quietMs)).toEqual(["one", "two", "three"]);
      });

      it("sleeps at least as long as requested, and continues", async () => {
        await send("sleeps", { key: "sleepy", ms: SECOND });
        expect(await done(own("sleepy"), 2, quietMs)).toEqual(["before", "after"]);
        const slept = await waitBetween(own("sleepy"));
        expect(slept).toBeGreaterThan(SECOND);
      });

      it("starts other runs by sending events", async () => {
        await send("sends", { key: "sent" });
        expect(await done(own("sent"), 3, quietMs)).toHaveLength(3);
      });
    });

    describe("a step that fails", () => {
      it("is retried alone, and the next step's attempts are counted from 0", async () => {
        await send("fails-at-first", { key: "flaky", failures: 2 });
        const steps = await done(own("flaky"), 5);
        expect(steps).toEqual(["stable", "attempt 0", "attempt 1", "attempt 2", "last, attempt 0"]);
      });

      it("fails its run after the last retry", async () => {
        await send("fails", { key: "hopeless" });
        expect(await done(own("hopeless"), 2, retryMs)).toEqual(["hopeless", "hopeless"]);
      });

      it("isn't retried after a NonRetriableError", async () => {
        await send("non-retriable", { key: "refused" });
        expect(await done(own("refused"), 1, retryMs)).toEqual(["refused"]);
      });

      it("can be handled by its function", async () => {
        await send("recovers", { key: "caught" });
        expect(await done(own("caught"), 1, quietMs)).toEqual(['instead of "no"']);
      });
    });

    describe("an event", () => {
      it("starts a function once, even if it's sent repeatedly", async () => {
        const sendAgain = () => send("three-steps", { key: "repeated" }, "the same id");
        await Promise.all([sendAgain(), sendAgain(), sendAgain()]);
        await done(own("repeated"), 3);
        await sendAgain();
        expect(await done(own("repeated"), 3, quietMs)).toHaveLength(3);
      });
    });

    describe("a limit with a key", () => {
      const sendTo = (group: string, key: string, ms: number) =>
        send("one-at-a-time", { key, group: own(group), ms });

      it("runs one per key at a time", async () => {
        await Promise.all(["a", "b", "c", "d"].map((key) => sendTo("serial", key, 50)));
        const work = await done(own("serial"), 8);
        expect(work).toEqual(sequential(work));
      });

      it("runs different keys concurrently", async () => {
        const groups = ["left", "right"];
        await Promise.all(groups.map((group) => sendTo(group, group, 4 * SECOND)));
        const [left, right] = await Promise.all(
          groups.map(async (group) => {
            await done(own(group), 2);
            return (await timedEffects(database.pool, own(group))).map(({ at }) => at);
          }),
        );
        expect(left?.[0]).toBeLessThan(Number(right?.[1]));
        expect(right?.[0]).toBeLessThan(Number(left?.[1]));
      });
    });

    describe("two limits", () => {
      const sendTo = (key: string, group: string, part: string, ms: number) =>
        send("two-limits", { key, group: own(group), part: own(part), ms });

      it("both apply, each across all values of the other", async () => {
        await Promise.all(["p", "q", "r"].map((part) => sendTo("one group", "narrow", part, 50)));
        const byGroup = await done(own("one group"), 6);
        expect(byGroup).toEqual(sequential(byGroup));
        await Promise.all(["x", "y", "z"].map((group) => sendTo("one part", group, "shared", 50)));
        const byPart = await done(own("one part"), 6);
        expect(byPart).toEqual(sequential(byPart));
      });

      it("don't affect runs that share neither value", async () => {
        await Promise.all(
          ["left", "right"].map((side) => sendTo(side, `${side} g`, `${side} p`, SECOND)),
        );
        const [left, right] = await Promise.all(
          ["left", "right"].map(async (side) => {
            await done(own(side), 2);
            return (await timedEffects(database.pool, own(side))).map(({ at }) => at);
          }),
        );
        expect(left?.[0]).toBeLessThan(Number(right?.[1]));
        expect(right?.[0]).toBeLessThan(Number(left?.[1]));
      });
    });
  });
}
