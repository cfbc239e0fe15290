import type { Inngest, InngestFunction } from "inngest";
import { Inngest as Client } from "inngest";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Executor } from "../executor.ts";
import { fixtureFunctions } from "./fixtures.ts";
import { ended, openWorkerPool, type Started, startExecutor } from "./harness.ts";

const workerPool = openWorkerPool();
const pool = () => workerPool;
afterAll(() => workerPool.end());

const log = pino({ level: "silent" });

async function tryStart(functionsOf: (client: Inngest) => InngestFunction.Like): Promise<unknown> {
  const executor = new Executor({ pool, log });
  const client = new Client({ id: "app", logger: log, ...executor.clientOptions });
  return executor.start({ client, functions: [functionsOf(client)] }).then(
    () => executor.stop(),
    (error: Error) => error.message,
  );
}

const trigger = { event: "x" };
type Options = Partial<InngestFunction.Options>;
/** Each with part of its error message. */
const UNSUPPORTED: [string, Options][] = [
  ['"batchEvents"', { batchEvents: { maxSize: 2, timeout: "1s" } }],
  ['"cancel"', { cancelOn: [{ event: "y" }] }],
  ['"debounce"', { debounce: { period: "1s" } }],
  ['"idempotency"', { idempotency: "event.data.gift.id" }],
  ['"priority"', { priority: { run: "1" } }],
  ['"rateLimit"', { rateLimit: { limit: 1, period: "1s" } }],
  ['"singleton"', { singleton: { mode: "skip" } }],
  ['"throttle"', { throttle: { limit: 1, period: "1s" } }],
  ['"timeouts"', { timeouts: { finish: "1s" } }],
  [
    "Too big: expected array to have <=2 items\n  → at concurrency",
    // @ts-expect-error The SDK's types reject it too.
    { concurrency: [{ limit: 1 }, { limit: 2 }, { limit: 3 }] },
  ],
  ['"scope"\n  → at concurrency', { concurrency: { limit: 1, scope: "account", key: '"a"' } }],
  [
    "not a path in event.data\n  → at concurrency[0].key",
    { concurrency: { limit: 1, key: "event.data.a + event.data.b" } },
  ],
  ['"expression"\n  → at triggers[0]', { triggers: [{ event: "x", if: "event.data.big" }] }],
  [
    "wildcards aren't supported\n  → at triggers[1].event",
    { triggers: [{ event: "x" }, { event: "foo/*" }] },
  ],
  [
    '"jitter"\n  → at triggers[0]',
    { triggers: [{ cron: "* * * * *", jitter: "10s" } as { cron: string }] },
  ],
  ...["* * 31 2 *", "nonsense", "@daily", "61 * * * *", "TZ=Asia/Tokyo 0 12 * * *"].map(
    (cron): [string, Options] => [
      "not a cron expression in UTC\n  → at triggers[1].cron",
      { triggers: [{ event: "x" }, { cron }] },
    ],
  ),
];

describe("at startup", () => {
  it.each(UNSUPPORTED)("%s is rejected by name", async (option, options) => {
    const message = await tryStart((client) =>
      client.createFunction({ id: "f", triggers: [trigger], ...options }, async () => {}),
    );
    expect(message).toContain("The embedded executor can't run app-f:");
    expect(message).toContain(option);
  });

  it.each<[string, Options]>([
    ["a number", { concurrency: 3 }],
    ["one limit", { concurrency: [{ limit: 3 }] }],
    ["a key", { concurrency: { limit: 3, key: "event.data.bank.id" } }],
    ["two limits", { concurrency: [{ limit: 3 }, { limit: 2, key: "event.data.bank.id" }] }],
    ["a cron", { triggers: [{ cron: "17 3 * * *" }, { event: "x" }] }],
    ["retries", { retries: 20 }],
  ])("%s is accepted", async (_, options) => {
    const started = await tryStart((client) =>
      client.createFunction({ id: "f", triggers: [trigger], ...options }, async () => {}),
    );
    expect(started).toBeUndefined();
  });
});

it("accepts no events before the functions are known", async () => {
  const { clientOptions } = new Executor({ pool, log });
  const response = await clientOptions.fetch("http://embedded.invalid/e/x", { body: "[]" });
  expect(response.status).toBe(503);
});

describe("in a run", () => {
  let executor: Started;
  beforeAll(async () => {
    executor = await startExecutor(pool(), {}, (client) =>
      fixtureFunctions(client, async () => {}),
    );
  });
  afterAll(() => executor.stop());

  it.each([
    ["parallel", 'steps in parallel ("left", "right")'],
    ["waits", 'step.waitForEvent ("the answer")'],
  ])("an unsupported operation fails it with an error that names it: %s", async (name, what) => {
    await executor.send(name, { key: name });
    expect(await ended(pool(), name, name)).toMatchObject({
      status: "failed",
      error: {
        name: "UnsupportedOperation",
        message: `The embedded executor doesn't support ${what}.`,
      },
    });
  });

  it.each([
    [{ data: {} }, "name"],
    [{ name: "x", id: "\0" }, "id"],
    [{ name: "x", data: [] }, "data"],
  ])("an invalid event is rejected: %j", async (event, field) => {
    const { fetch } = executor.client;
    const body = JSON.stringify(event);
    const response = await fetch("http://embedded.invalid/e/x", { method: "POST", body });
    const { error } = await response.json();
    expect([response.status, error]).toEqual([400, expect.stringContaining(`"${field}"`)]);
  });
});
