import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application } from "./application.ts";
import { expectEverythingOnce, prepare, startBank } from "./storm.ts";

const quick = {
  PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
  WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s,5s",
  LOG_LEVEL: "debug",
};
const first = new Application(quick);
const others: Application[] = [];
/** Every donation so far, of both tests. */
const accepted: string[] = [];
let stage: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  await first.start();
  for (let n = 0; n < 2; n++) {
    const other = new Application({ ...quick, ...first.sharedSettings() });
    await other.start();
    others.push(other);
  }
  stage = await prepare(first);
}, 180_000);

afterAll(async () => {
  for (const other of others) await other.remove();
  await first.remove();
  await stage.platform.stop();
  await stage.receiver.close();
}, 90_000);

/** How many runs a process has brought to their end, by its own log. */
const runsOf = (app: Application) => (app.output.match(/"msg":"run: completed"/g) ?? []).length;

it.each([2, 3])(
  "%i processes share one database: nothing is done twice, the work spreads, one may die",
  async (count) => {
    const all = [first, ...others].slice(0, count);
    const before = all.map(runsOf);
    const bank = startBank(all, stage, { clients: 9, prefix: `${count}-processes` });
    const victim = all.at(-1);
    await wait(3_000);
    // While all of them live: afterwards it depends on how long a start takes.
    const shares = all.map((app, index) => runsOf(app) - (before[index] ?? 0));
    const total = shares.reduce((sum, share) => sum + share);
    await victim?.kill();
    await wait(1_500);
    await victim?.start();
    await wait(1_500);
    accepted.push(...(await bank.stop()));
    await expectEverythingOnce(first, stage, accepted);
    expect(Math.min(...shares), `shares ${shares.join(", ")}`).toBeGreaterThan(total / 20);
  },
  240_000,
);
