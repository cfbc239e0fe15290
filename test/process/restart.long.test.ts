import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { Application, eventually } from "./application.ts";
import { countOutcomes, sendAgain, startClients } from "./clients.ts";
import { expectEverythingOnce, prepareForAll } from "./storm.ts";

const app = new Application({
  PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
  WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s",
});
/** Every donation so far, from both tests. */
const accepted: string[] = [];
const stage = prepareForAll(app);

it.each(["fast", "immediate"] as const)(
  "Postgres is restarted under load (%s): 503 in between, and all ledgers agree afterward",
  async (mode) => {
    const bank = startClients(app, stage, { clients: 12, prefix: mode });
    await wait(1_500);
    await app.stopPostgres(mode);
    await eventually(
      () => (bank.outcomes.at(-1)?.status === 503 ? true : undefined),
      "requests are rejected",
    );
    await eventually(
      () => (bank.outcomes.at(-1)?.status === 202 ? true : undefined),
      "donations are accepted again",
    );
    await wait(500);
    const outcomes = await bank.stop();
    expect(Object.keys(countOutcomes(outcomes)).sort()).toEqual(["202", "503"]);
    // If the connection broke mid-request, the donation may exist: the 409 says so.
    const { ids } = await sendAgain(app, stage, outcomes);
    accepted.push(...ids);
    await expectEverythingOnce(app, stage, accepted);
  },
);
