import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onServer, SERVER_URL, urlOf } from "../database.ts";
import { Application, eventually } from "./application.ts";
import { countOutcomes, sendAgain, startClients } from "./clients.ts";
import { expectEverythingOnce, prepare } from "./storm.ts";

// A separate role, since connection limits don't apply to superusers.
const server = process.env[SERVER_URL] as string;
const name = `points_limited_${randomBytes(4).toString("hex")}`;
const url = new URL(urlOf(server, name));
url.username = name;
url.password = "limited";

/** Every donation so far, from both tests. */
const accepted: string[] = [];
let app: Application;
let stage: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  await onServer(server, `create role ${name} login password 'limited'`);
  await onServer(server, `create database ${name} owner ${name}`);
  app = new Application({
    DATABASE_URL: url.href,
    PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
    WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s",
  });
  await app.start();
  stage = await prepare(app);
});

afterAll(async () => {
  await app.remove();
  await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `drop role ${name}`);
  await stage.platform.stop();
  await stage.receiver.close();
});

/** Terminates every connection of the application, so that it must open new ones. */
async function limitTo(connections: number): Promise<void> {
  await onServer(server, `alter role ${name} connection limit ${connections}`);
  await onServer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`,
  );
}

const read = (address: string) => app.api("GET", address, undefined, stage.bank.key);

it.each([2, 0])(
  "with %i connections left: requests without one get a 503, nothing is lost, and the service recovers by itself",
  async (left) => {
    const bank = startClients(app, stage, { clients: 10, prefix: `left-${left}` });
    await eventually(() => bank.outcomes.length > 10 || undefined, "donations are accepted");
    await limitTo(left);
    try {
      const refused = () => countOutcomes(bank.outcomes)["503"] ?? 0;
      await eventually(() => (refused() > 10 ? true : undefined), "some are rejected");
      for (const address of ["/v1/schools", "/v1/donations", "/v1/webhook-endpoints"]) {
        const answers = await Promise.all(Array.from({ length: 5 }, () => read(address)));
        const statuses = new Set(answers.map(({ status }) => status));
        if (left === 0) expect([...statuses], address).toEqual([503]);
        expect([200, 503], address).toEqual(expect.arrayContaining([...statuses]));
      }
      if (left === 0) expect((await fetch(`${app.base}/readyz`)).status).toBe(503);
      expect((await fetch(`${app.base}/healthz`)).status).toBe(200);
    } finally {
      await onServer(server, `alter role ${name} connection limit -1`);
    }
    await eventually(
      () => (bank.outcomes.at(-1)?.status === 202 ? true : undefined),
      "donations are accepted again",
    );
    const outcomes = await bank.stop();
    expect(Object.keys(countOutcomes(outcomes)).sort()).toEqual(["202", "503"]);
    for (const { status, headers } of outcomes) {
      if (status === 503) expect(headers?.["retry-after"]).toMatch(/^\d+$/);
    }
    // If the connection broke mid-request, the donation may exist: the 409 says so.
    const { ids } = await sendAgain(app, stage, outcomes);
    accepted.push(...ids);
    await expectEverythingOnce(app, stage, accepted);
  },
);
