/**
 * Guarantees that every executor gives, observed through effects alone: always the embedded one, and an
 * Inngest server if the environment names one (docs/embedded-executor.md).
 */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import {
  effects,
  eventually,
  inTurn,
  moments,
  ownDatabase,
  type Started,
  startExecutor,
} from "./harness.ts";
import { BASE_URL_NAME, inngestBaseUrl, startServed } from "./inngest-server.ts";

type Executor = {
  name: string;
  start: (pool: pg.Pool) => Promise<Pick<Started, "send" | "stop">>;
  absent?: boolean;
  /** After this time, no further effect is expected. */
  quietMs: number;
  /** After this time, a first retry would have begun. */
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

    // A server remembers ids and values beyond the end of the test.
    const tag = randomUUID();
    const own = (text: string) => `${text} ${tag} ${name}`;
    const send = (fixture: string, data: Parameters<Started["send"]>[1], id?: string) =>
      executor.send(fixture, { ...data, key: own(data.key) }, id && own(id));

    /** Waits for the effects of a key and, if required, checks that no more follow. */
    async function done(key: string, count: number, quiet = 0): Promise<string[]> {
      await eventually(async () => (await effects(database.pool, key)).length >= count);
      await setTimeout(quiet);
      return effects(database.pool, key);
    }

    async function waitBetween(key: string): Promise<number> {
      const [first, second] = await moments(database.pool, key);
      return (second?.at ?? Number.NaN) - (first?.at ?? Number.NaN);
    }

    describe("a run", () => {
      it("runs its steps once each, in order, and passes on their results", async () => {
        await send("three-steps", { key: "in order" });
        const steps = await done(own("in order"), 3, quietMs);
        expect(steps).toEqual(["one", "two after 1970-01-01T00:00:00.000Z", "three"]);
      });

      it("does the same if every step is a separate call", async () => {
        await send("hurries", { key: "hurried" });
        expect(await done(own("hurried"), 3, quietMs)).toEqual(["one", "two", "three"]);
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
      it("is retried alone, and the next step counts its attempts from the start", async () => {
        await send("fails-at-first", { key: "flaky", failures: 2 });
        const steps = await done(own("flaky"), 5);
        expect(steps).toEqual(["sound", "attempt 0", "attempt 1", "attempt 2", "last, attempt 0"]);
      });

      it("fails its run after the last retry", async () => {
        await send("fails", { key: "hopeless" });
        expect(await done(own("hopeless"), 2, retryMs)).toEqual(["hopeless", "hopeless"]);
      });

      it("is not retried if the error says so", async () => {
        await send("fails-for-good", { key: "refused" });
        expect(await done(own("refused"), 1, retryMs)).toEqual(["refused"]);
      });

      it("can be caught by its function", async () => {
        await send("recovers", { key: "caught" });
        expect(await done(own("caught"), 1, quietMs)).toEqual(['instead of "no"']);
      });
    });

    describe("an event", () => {
      it("starts a function once, even if it is sent repeatedly", async () => {
        const again = () => send("three-steps", { key: "repeated" }, "the same id");
        await Promise.all([again(), again(), again()]);
        await done(own("repeated"), 3);
        await again();
        expect(await done(own("repeated"), 3, quietMs)).toHaveLength(3);
      });
    });

    describe("a limit with a key", () => {
      const ask = (group: string, key: string, ms: number) =>
        send("one-at-a-time", { key, group: own(group), ms });

      it("runs one of a key at a time", async () => {
        await Promise.all(["a", "b", "c", "d"].map((key) => ask("serial", key, 50)));
        const work = await done(own("serial"), 8);
        expect(work).toEqual(inTurn(work));
      });

      it("runs different keys concurrently", async () => {
        const groups = ["left", "right"];
        await Promise.all(groups.map((group) => ask(group, group, 4 * SECOND)));
        const [left, right] = await Promise.all(
          groups.map(async (group) => {
            await done(own(group), 2);
            return (await moments(database.pool, own(group))).map(({ at }) => at);
          }),
        );
        expect(left?.[0]).toBeLessThan(Number(right?.[1]));
        expect(right?.[0]).toBeLessThan(Number(left?.[1]));
      });
    });

    describe("two limits", () => {
      const ask = (key: string, group: string, part: string, ms: number) =>
        send("one-of-each", { key, group: own(group), part: own(part), ms });

      it("both hold, each across all values of the other", async () => {
        await Promise.all(["p", "q", "r"].map((part) => ask("one group", "narrow", part, 50)));
        const ofGroup = await done(own("one group"), 6);
        expect(ofGroup).toEqual(inTurn(ofGroup));
        await Promise.all(["x", "y", "z"].map((group) => ask("one part", group, "shared", 50)));
        const ofPart = await done(own("one part"), 6);
        expect(ofPart).toEqual(inTurn(ofPart));
      });

      it("do not affect runs that share neither value", async () => {
        await Promise.all(
          ["left", "right"].map((side) => ask(side, `${side} g`, `${side} p`, SECOND)),
        );
        const [left, right] = await Promise.all(
          ["left", "right"].map(async (side) => {
            await done(own(side), 2);
            return (await moments(database.pool, own(side))).map(({ at }) => at);
          }),
        );
        expect(left?.[0]).toBeLessThan(Number(right?.[1]));
        expect(right?.[0]).toBeLessThan(Number(left?.[1]));
      });
    });
  });
}
