/**
 * Functions to test any executor with: their behavior shows in effects alone. Each event names its `key`,
 * under which the effects of its run are stored.
 */
import { setTimeout } from "node:timers/promises";
import { eventType, type Inngest, NonRetriableError } from "inngest";
import { z } from "zod";

/** Records an effect. */
export type Effect = (key: string, name: string) => Promise<void>;

/** The data of a fixture's event. */
export type FixtureData = {
  key: string;
  /** How long a step takes, or how many attempts fail. */
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

/** A step result that is hard to store: NUL, half a surrogate pair, and a key with unusual order. */
export const ODD_TEXT = { text: "\0 \ud83d ü", 10: "ten", 9: "nine" };

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
    const { ids } = await step.sendEvent("ask for three steps", {
      name: "fixture/three-steps",
      data: { key },
    });
    return ids.length;
  }),
  inngest.createFunction(
    { id: "odd-text", triggers: [on("odd-text")] },
    async ({ event, step }) => {
      const kept = await step.run("one", () => ODD_TEXT);
      // A sleep, so that the text is read back from the database.
      await step.sleep("a while", "1s");
      await step.run("two", () => effect(event.data.key, JSON.stringify(kept)));
      return kept;
    },
  ),
  inngest.createFunction(
    // Requests each step in a separate call, after a sleep of one millisecond.
    { id: "hurries", triggers: [on("hurries")], checkpointing: { maxRuntime: 1 } },
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
      await step.run("sound", () => effect(key, "sound"));
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
    { id: "fails-for-good", triggers: [on("fails-for-good")] },
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

const work = (inngest: Inngest, effect: Effect) => [
  inngest.createFunction(
    { id: "takes-its-time", triggers: [on("takes-its-time")] },
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
      id: "one-of-each",
      triggers: [on("one-of-each")],
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

const beyond = (inngest: Inngest, effect: Effect) => [
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
  ...work(inngest, effect),
  ...beyond(inngest, effect),
];
