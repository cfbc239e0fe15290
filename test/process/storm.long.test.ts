import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application } from "./application.ts";
import { expectEverythingOnce, killAtRandom, prepare, startBank } from "./storm.ts";

const KILLS = 24;
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

it(`${KILLS} kills under load, on a platform that misbehaves too: all is credited once and told under one id`, async () => {
  const bank = startBank([app], stage);
  const seed = Number(process.env.STORM_SEED ?? randomInt(1_000_000));
  const modes = ["lose", "unavailable", "nonsense", "slow", "ok"];
  let turn = 0;
  const mischief = setInterval(() => {
    void stage.platform.behave(modes[turn++ % modes.length] as string, 3);
  }, 700);
  await killAtRandom(app, KILLS, seed);
  clearInterval(mischief);
  await stage.platform.behave("ok");
  const ids = await bank.stop();
  expect(ids.length).toBeGreaterThan(200);
  await expectEverythingOnce(app, stage, ids);
}, 900_000);
