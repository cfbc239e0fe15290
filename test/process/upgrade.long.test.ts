import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application, eventually } from "./application.ts";
import { countOutcomes, sendAgain, startClients } from "./clients.ts";
import {
  LATER_MIGRATIONS,
  LaterApplication,
  type LaterRelease,
  makeLaterRelease,
} from "./later-release.ts";
import { expectEverythingOnce, prepare } from "./storm.ts";

const settings = {
  PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
  WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s",
};
const old = new Application(settings);
let release: LaterRelease;
let next: Application;
let rolledBack: Application;
let database: pg.Client;
let stage: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  await old.start();
  stage = await prepare(old);
  release = makeLaterRelease();
  next = new LaterApplication(release, settings, old.dataDir);
  rolledBack = new Application(settings, old.dataDir);
  database = new pg.Client({ connectionString: old.sharedSettings().DATABASE_URL });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await next?.stop();
  await rolledBack?.stop();
  await old.remove();
  release?.remove();
  await stage.platform.stop();
  await stage.receiver.close();
});

/** Reads every list of the API repeatedly. @returns a function that stops it and returns all responses but 200 */
function startReader(app: Application, key: string) {
  const wrong: string[] = [];
  let running = true;
  const working = (async () => {
    while (running) {
      for (const list of [
        "schools",
        "donations",
        "events",
        "webhook-endpoints",
        "accounts/linked",
      ]) {
        const { status } = await app.api("GET", `/v1/${list}?limit=5`, undefined, key);
        if (status !== 200) wrong.push(`${list}: ${status}`);
      }
      await wait(20);
    }
  })();
  return async () => {
    running = false;
    await working;
    return wrong;
  };
}

const acceptedCount = ({ outcomes }: ReturnType<typeof startClients>) =>
  outcomes.filter(({ status }) => status === 202).length;

it("a new process migrates while the old one serves; both serve, then the old one stops", async () => {
  const onOld = startClients(old, stage, { clients: 4, prefix: "old" });
  const stopReading = startReader(old, stage.bank.key);
  await wait(1_000);

  // A long-running read: the migration must wait for it, but must not block anyone.
  await database.query("begin; select from donation limit 1");
  const started = next.start();
  const isWaiting = () =>
    next.output.includes("is waiting for locks on its tables") ? true : undefined;
  await eventually(isWaiting, "the migration waits", 60_000);
  // On the old process alone, with the table still locked: requests aren't blocked.
  const acceptedBefore = acceptedCount(onOld);
  await eventually(
    () => (acceptedCount(onOld) > acceptedBefore + 20 ? true : undefined),
    "donations are accepted while the migration waits",
  );
  await database.query("commit");
  await started;
  for (const name of Object.keys(LATER_MIGRATIONS))
    expect(next.output).toContain(`Applied migration ${name}`);

  const onNext = startClients(next, stage, { clients: 4, prefix: "next" });
  await wait(1_500);
  // A release is rolled back while its schema stays: a process of the old release starts.
  await rolledBack.start();
  expect(rolledBack.output).toContain("20990102000000_index is from a later release");
  // A slow machine may answer 503 occasionally while a table is locked; no other error is allowed.
  const rejectedReads = await stopReading();
  expect(rejectedReads.filter((answer) => !answer.endsWith(": 503"))).toEqual([]);
  expect(Object.keys(countOutcomes(onOld.outcomes))).not.toContain("500");
  expect(await old.stop("SIGTERM")).toBe(0);
  await wait(500);

  const byOld = await onOld.stop();
  const byNext = await onNext.stop();
  const known = ["202", "503", "ECONNREFUSED"];
  expect(known).toEqual(expect.arrayContaining(Object.keys(countOutcomes([...byOld, ...byNext]))));
  const { ids } = await sendAgain(rolledBack, stage, [...byOld, ...byNext]);
  await expectEverythingOnce(rolledBack, stage, ids);
  for (const app of [old, next, rolledBack]) expect(app.output).not.toContain("cached plan");
});
