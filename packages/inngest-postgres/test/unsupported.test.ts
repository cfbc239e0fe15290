import type { Inngest, InngestFunction } from "inngest";
import { Inngest as Client } from "inngest";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Executor } from "../executor.ts";
import { fixtureFunctions } from "./fixtures.ts";
import { ended, openWorkerPool, type Started, startExecutor } from "./harness.ts";

const opened = openWorkerPool();
const pool = () => opened;
afterAll(() => opened.end());

const log = pino({ level: "silent" });

async function starting(functionsOf: (client: Inngest) => InngestFunction.Like): Promise<unknown> {
  const executor = new Executor({ pool, log });
  const client = new Client({ id: "app", logger: log, ...executor.clientOptions });
  return executor.start({ client, functions: [functionsOf(client)] }).then(
    () => executor.stop(),
    (error: Error) => error.message,
  );
}

const trigger = { event: "x" };
type Options = Partial<InngestFunction.Options>;
const REFUSED: [string, Options][] = [
  ["`batchEvents`", { batchEvents: { maxSize: 2, timeout: "1s" } }],
  ["`cancel`", { cancelOn: [{ event: "y" }] }],
  ["`debounce`", { debounce: { period: "1s" } }],
  ["`idempotency`", { idempotency: "event.data.gift.id" }],
  ["`priority`", { priority: { run: "1" } }],
  ["`rateLimit`", { rateLimit: { limit: 1, period: "1s" } }],
  ["`singleton`", { singleton: { mode: "skip" } }],
  ["`throttle`", { throttle: { limit: 1, period: "1s" } }],
  ["`timeouts`", { timeouts: { finish: "1s" } }],
  [
    "a third `concurrency`",
    // @ts-expect-error The SDK's types reject it, too.
    { concurrency: [{ limit: 1 }, { limit: 2 }, { limit: 3 }] },
  ],
  ["`concurrency.scope`", { concurrency: { limit: 1, scope: "account", key: '"a"' } }],
  [
    '`concurrency.key` "event.data.a + event.data.b"',
    { concurrency: { limit: 1, key: "event.data.a + event.data.b" } },
  ],
  ["a trigger's `expression`", { triggers: [{ event: "x", if: "event.data.big" }] }],
  ['the wildcard trigger "foo/*"', { triggers: [{ event: "x" }, { event: "foo/*" }] }],
  [
    "a trigger's `jitter`",
    { triggers: [{ cron: "* * * * *", jitter: "10s" } as { cron: string }] },
  ],
  ...["* * 31 2 *", "nonsense", "@daily", "61 * * * *", "TZ=Asia/Tokyo 0 12 * * *"].map(
    (cron): [string, Options] => [
      `the \`cron\` "${cron}"`,
      { triggers: [{ event: "x" }, { cron }] },
    ],
  ),
];

describe("at startup", () => {
  it.each(REFUSED)("%s is rejected by name", async (option, options) => {
    const message = await starting((client) =>
      client.createFunction({ id: "asks", triggers: [trigger], ...options }, async () => {}),
    );
    expect(message).toBe(`The embedded executor can't run app-asks: it doesn't support ${option}.`);
  });

  it.each<[string, Options]>([
    ["a number", { concurrency: 3 }],
    ["one limit", { concurrency: [{ limit: 3 }] }],
    ["a key", { concurrency: { limit: 3, key: "event.data.bank.id" } }],
    ["two limits", { concurrency: [{ limit: 3 }, { limit: 2, key: "event.data.bank.id" }] }],
    ["a cron", { triggers: [{ cron: "17 3 * * *" }, { event: "x" }] }],
    ["retries", { retries: 20 }],
  ])("%s is accepted", async (_, options) => {
    const started = await starting((client) =>
      client.createFunction({ id: "asks", triggers: [trigger], ...options }, async () => {}),
    );
    expect(started).toBeUndefined();
  });
});

it("accepts no events before the functions are known", async () => {
  const { clientOptions } = new Executor({ pool, log });
  const answer = await clientOptions.fetch("http://embedded.invalid/e/x", { body: "[]" });
  expect(answer.status).toBe(503);
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
    ["waits", 'WaitForEvent ("the answer")'],
  ])("an unsupported operation fails it, and is named: %s", async (name, what) => {
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
    [{ data: {} }, "An event needs a name."],
    [{ name: "x", id: "\0" }, "An event's ID must be a string of at most 500 characters."],
    [{ name: "x", data: [] }, "An event's data must be an object."],
  ])("an invalid event is rejected: %j", async (event, message) => {
    const { fetch } = executor.client;
    const body = JSON.stringify(event);
    const answer = await fetch("http://embedded.invalid/e/x", { method: "POST", body });
    expect([answer.status, await answer.json()]).toEqual([400, { error: message, status: 400 }]);
  });
});
