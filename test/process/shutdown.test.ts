import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { Application, eventually } from "./application.ts";
import { countOutcomes, sendAgain, startClients } from "./clients.ts";
import { expectEverythingOnce, prepareForAll } from "./storm.ts";

const app = new Application({
  PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
  WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s",
});
const stage = prepareForAll(app);

it("SIGTERM under load: every request that was taken is answered, and the next start goes on", async () => {
  // Some pushes are in the middle of a call when the signal comes.
  await stage.platform.behave("slow", 5);
  const bank = startClients(app, stage, { clients: 30 });
  await eventually(() => bank.outcomes.length > 200 || undefined, "the bank is at it");
  const stopped = app.stop("SIGTERM");
  await wait(100);
  // A second signal changes nothing.
  const again = app.stop("SIGTERM");
  expect(await stopped).toBe(0);
  expect(await again).toBe(0);

  const outcomes = await bank.stop();
  // Refused connections took no request; any other error would be a request without its answer.
  const counts = countOutcomes(outcomes);
  expect(Object.keys(counts).sort()).toEqual(["202", "ECONNREFUSED"]);
  expect(counts["202"]).toBeGreaterThan(30);

  await app.start();
  const { ids, knownBefore } = await sendAgain(app, stage, outcomes);
  expect(knownBefore).toEqual([]);
  await expectEverythingOnce(app, stage, ids);
});
