import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application } from "./application.ts";
import { expectEverythingOnce, killAtRandom, prepare, startBank } from "./storm.ts";

const app = new Application({
  PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
  WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,2s,2s,5s,5s,5s,5s",
});
let stage: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  await app.start();
  stage = await prepare(app);
}, 120_000);

afterAll(async () => {
  await app.remove();
  await stage.platform.stop();
  await stage.receiver.close();
}, 60_000);

it("three kills under load: every accepted donation is credited once and told under one id", async () => {
  const bank = startBank([app], stage);
  await killAtRandom(app, 3, Number(process.env.STORM_SEED ?? randomInt(1_000_000)));
  const ids = await bank.stop();
  expect(ids.length).toBeGreaterThan(20);
  await expectEverythingOnce(app, stage, ids);
}, 240_000);
