import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { KINDS, runLoad } from "../hostile-load.ts";
import { startReceiver } from "../receiver.ts";
import { eventually } from "./application.ts";
import { donate, makeBank } from "./bank.ts";
import { app } from "./default-service.ts";
import { makeHostilePeople } from "./hostile-people.ts";

const hanging: Server[] = [];
let healthy: Awaited<ReturnType<typeof startReceiver>>;

/** Accepts connections and never responds. */
async function startHanging(): Promise<string> {
  const server = createServer(() => undefined);
  hanging.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

beforeAll(async () => {
  healthy = await startReceiver();
});

afterAll(async () => {
  for (const server of hanging) {
    server.closeAllConnections();
    server.close();
  }
  await healthy.close();
});

it("three banks with hanging endpoints don't delay another bank's events", async () => {
  const stuck = await Promise.all([1, 2, 3].map(async () => makeBank(app, await startHanging())));
  const other = await makeBank(app, healthy.url);
  healthy.settings.secret = other.secret;
  const flood = stuck.flatMap(({ key }) =>
    Array.from({ length: 60 }, (_, n) => donate(app, key, `stuck-${n}`)),
  );
  await Promise.all(flood);
  for (let n = 0; n < 5; n++) {
    const id = await donate(app, other.key, `quick-${n}`);
    await eventually(
      () => healthy.received.find((received) => received.payload?.data.donation_id === id),
      "the healthy bank is notified",
    );
  }
});

/** What `hostile-tenant.long.test.ts` measures for a minute. */
const FORMS_AND_FILES = Object.keys(KINDS).filter((kind) => /forms|marks|files|check/.test(kind));

it("one team's forms and files are refused or served in turn, and another bank is served meanwhile", async () => {
  const people = await makeHostilePeople(app);
  const { port, demoKey: key } = app;
  const none = { token: "", victim: "", school: "", endpoints: [] };
  const year = new Date().getUTCFullYear();
  const plan = { port, key, people, year, seconds: 3, kinds: FORMS_AND_FILES, ...none };
  const other = await makeBank(app, healthy.url);
  let isOver = false;
  const load = runLoad(plan).finally(() => {
    isOver = true;
  });
  let given = 0;
  do await donate(app, other.key, `meanwhile-${given++}`);
  while (!isOver);
  const report = await load;
  expect(Object.keys(report).sort()).toEqual(FORMS_AND_FILES.sort());
  const statuses = new Set(Object.values(report).flatMap((counts) => Object.keys(counts)));
  for (const status of statuses) {
    expect(["200", "303", "400", "403", "413", "429", "closed"]).toContain(status);
  }
  expect(report["school files"]).toHaveProperty("200");
  expect(report["bank files"]).toHaveProperty("200");
});
