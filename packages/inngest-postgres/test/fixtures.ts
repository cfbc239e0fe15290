/**
 * Functions to test any executor with, observed only through their effects. Each event has a `key`, under
 * which its run's effects are stored.
 */
import { setTimeout } from "node:timers/promises";
import { eventType, type Inngest, NonRetriableError } from "inngest";
import { z } from "zod";

/** Records an effect. */
export type Effect = (key: string, name: string) => Promise<void>;

/** The data of a fixture's event. */
export type FixtureData = {
  key: string;
  /** How long a step takes. */
  ms?: number;
  failures?: number;
  group?: string;
  part?: string;
};

const schema = z.object({
  key: z.string(),
  ms: z.number().optional(),
  failures: z.number().optional(),
  group: z.string().optional(),
  part: z.string().optional(),
});
const on = (name: string) => eventType(`fixture/${name}`, { schema });

/** A step result that is hard to store: NUL, a lone surrogate, and keys out of order. */
export const ODD_RESULT = { text: "\0 \ud83d ü", 10: "ten", 9: "nine" };

const steps = (inngest: Inngest, effect: Effect) => [
  inngest.createFunction(
    { id: "three-steps", triggers: [on("three-steps")] },
    async ({ event, step }) => {
      const { key } = event.data;
      const one = await step.run("one", async () => {
        await effect(key, "one");
        return { at: new Date(0), count: 1 };
      });
      const two = await step.run("two", async () => {
        await effect(key, `two after ${one.at}`);
        return one.count + 1;
      });
      await step.run("three", () => effect(key, "three"));
      return { two };
    },
  ),
  inngest.createFunction({ id: "sleeps", triggers: [on("sleeps")] }, async ({ event, step }) => {
    await step.run("before", () => effect(event.data.key, "before"));
    await step.sleep("a while", event.data.ms ?? 1_000);
    await step.run("after", () => effect(event.data.key, "after"));
  }),
  inngest.createFunction({ id: "sends", triggers: [on("sends")] }, async ({ event, step }) => {
    const { key } = event.data;
    const { ids } = await step.sendEvent("start three-steps", {
      name: "fixture/three-steps",
      data: { key },
    });
    return ids.length;
  }),
  inngest.createFunction(
    { id: "odd-result", triggers: [on("odd-result")] },
    async ({ event, step }) => {
      const stored = await step.run("one", () => ODD_RESULT);
      // A sleep, so that the result is read back from the database.
      await step.sleep("a while", "1s");
      await step.run("two", () => effect(event.data.key, JSON.stringify(stored)));
      return stored;
    },
  ),
  inngest.createFunction(
    // Each step takes longer than one call may.
    { id: "separate-calls", triggers: [on("separate-calls")], checkpointing: { maxRuntime: 1 } },
    async ({ event, step }) => {
      for (const name of ["one", "two", "three"]) {
        await step.run(name, async () => {
          await setTimeout(5);
          await effect(event.data.key, name);
        });
      }
    },
  ),
  inngest.createFunction({ id: "no-steps", triggers: [on("no-steps")] }, async () => "done"),
  inngest.createFunction({ id: "one-step", triggers: [on("one-step")] }, async ({ event, step }) =>
    step.run("one", () => effect(event.data.key, "one")),
  ),
];

const failures = (inngest: Inngest, effect: Effect) => [
  inngest.createFunction(
    { id: "fails-at-first", triggers: [on("fails-at-first")] },
    async ({ event, step, attempt }) => {
      const { key, failures = 0 } = event.data;
      await step.run("stable", () => effect(key, "stable"));
      await step.run("flaky", async () => {
        await effect(key, `attempt ${attempt}`);
        if (attempt < failures) throw new Error("not yet");
      });
      await step.run("last", () => effect(key, `last, attempt ${attempt}`));
    },
  ),
  inngest.createFunction(
    {
      id: "fails",
      retries: 1,
      triggers: [on("fails")],
    },
    async ({ event, step }) => {
      await step.run("hopeless", async () => {
        await effect(event.data.key, "hopeless");
        throw new TypeError("never");
      });
    },
  ),
  inngest.createFunction(
    { id: "non-retriable", triggers: [on("non-retriable")] },
    async ({ event, step }) => {
      await step.run("refused", async () => {
        await effect(event.data.key, "refused");
        throw new NonRetriableError("no");
      });
    },
  ),
  inngest.createFunction(
    { id: "recovers", triggers: [on("recovers")] },
    async ({ event, step }) => {
      const { key } = event.data;
      const plan = await step
        .run("refused", () => Promise.reject(new NonRetriableError("no")))
        .catch((error: Error) => `instead of "${error.message}"`);
      await step.run("instead", () => effect(key, plan));
    },
  ),
];

const slow = (inngest: Inngest, effect: Effect) => [
  inngest.createFunction(
    { id: "slow-step", triggers: [on("slow-step")] },
    async ({ event, step, attempt }) => {
      const { key, ms = 0 } = event.data;
      await step.run("one", () => effect(key, "one"));
      await step.run("two", async () => {
        await effect(key, "two begins");
        if (attempt === 0) await setTimeout(ms);
        await effect(key, "two ends");
      });
      await step.run("three", () => effect(key, "three"));
    },
  ),
  inngest.createFunction(
    {
      id: "one-at-a-time",
      triggers: [on("one-at-a-time")],
      concurrency: { limit: 1, key: "event.data.group" },
    },
    async ({ event, step }) => {
      const { group = "", key, ms = 0 } = event.data;
      await step.run("work", async () => {
        await effect(group, `${key} begins`);
        await setTimeout(ms);
        await effect(group, `${key} ends`);
      });
    },
  ),
  inngest.createFunction(
    {
      id: "two-limits",
      triggers: [on("two-limits")],
      concurrency: [
        { limit: 1, key: "event.data.part" },
        { limit: 1, key: "event.data.group" },
      ],
    },
    async ({ event, step }) => {
      const { group = "", part = "", key, ms = 0 } = event.data;
      await step.run("work", async () => {
        await effect(key, `${group} ${part} begins`);
        await setTimeout(ms);
        await effect(key, `${group} ${part} ends`);
      });
    },
  ),
];

const unsupported = (inngest: Inngest, effect: Effect) => [
  inngest.createFunction(
    { id: "parallel", triggers: [on("parallel")] },
    async ({ event, step }) => {
      const { key } = event.data;
      await Promise.all([
        step.run("left", () => effect(key, "left")),
        step.run("right", () => effect(key, "right")),
      ]);
    },
  ),
  inngest.createFunction({ id: "waits", triggers: [on("waits")] }, async ({ step }) => {
    await step.waitForEvent("the answer", { event: "fixture/answer", timeout: "1m" });
  }),
];

/** All fixtures, created for one client. */
export const fixtureFunctions = (inngest: Inngest, effect: Effect) => [
  ...steps(inngest, effect),
  ...failures(inngest, effect),
  ...slow(inngest, effect),
  ...unsupported(inngest, effect),
];
