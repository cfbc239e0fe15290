/**
 * Every durable function that works for a bank: no matter how much work one bank causes, others get slots at
 * every stage. New functions are tested automatically.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Inngest } from "inngest";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { durableFunctions } from "#inngest/index.ts";
import { runOf } from "#inngest-postgres/events.ts";
import { Executor } from "#inngest-postgres/executor.ts";
import { type Plan, readPlans } from "#inngest-postgres/function-config.ts";
import { claimRuns, insertRuns } from "#inngest-postgres/store.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { donationRequest } from "#lib/donations/contract.ts";
import { startDispatcher } from "#lib/jobs/dispatch.ts";
import { EMBEDDED } from "#lib/jobs/engines.ts";
import { targets } from "#lib/jobs/targets.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { webhookAgents } from "#lib/webhooks/address.ts";
import { addEndpoint, deleteEndpoint, sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import { type Bank, donationBody, makeBank, makeSchool, system } from "../factories.ts";
import { HOSTILE_RECEIVERS, type HostileReceiver, neverAnswers } from "../hostile-receivers.ts";
import { lookupsInProgress } from "../lookups.ts";
import { isolateDatabase } from "../private-database.ts";
import { startReceiver } from "../receiver.ts";
import { type HeldLimits, holdTimeLimits } from "../time-limits.ts";

const QUIET = pino({ level: "silent" });
/** The number of concurrent calls of a process. */
const SLOTS = 256;
const GROUP_EVENTS = new Set(["donation/pushes.requested", "webhook/deliveries.requested"]);
/** Triggered by events of people rather than banks. They send nothing themselves. */
const WITHOUT_BANK = new Set([
  "points-to-donation-send-password-link",
  "points-to-donation-attribute-donations",
]);

isolateDatabase();

function newClient() {
  const executor = new Executor({ pool, log: QUIET, graceMs: 0 });
  const client = new Inngest({
    id: "points-to-donation",
    logger: QUIET,
    ...executor.clientOptions,
  });
  return { executor, client, functions: durableFunctions(client) };
}

/** The functions as registered with the executor. */
const { client: described, functions: all } = newClient();
const PLANS = all
  .flatMap((fn) => readPlans(described, fn))
  .filter(({ id, events }) => events.length > 0 && !WITHOUT_BANK.has(id))
  .map((plan) => [plan.id.replace("points-to-donation-", ""), plan] as const);

/** How many groups of one bank are attempted at a time, and of those to one target. */
const GROUPS_PER_BANK = 8;
const GROUPS_PER_LANE = 2;
const EVENTS_PER_ENDPOINT = 5;

const times = <T>(count: number, of: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => of(n));

async function eventually<T>(insert: () => Promise<T | false | undefined>): Promise<T> {
  for (;;) {
    const answer = await insert();
    if (answer) return answer;
    await wait(20);
  }
}

describe.each(PLANS)("%s", (_, plan: Plan) => {
  /** The field that names the bank. A group of several banks has a separate owner. */
  const bankField = GROUP_EVENTS.has(String(plan.events[0])) ? "owner" : "bank_id";
  const limitOf = (path: string) =>
    plan.concurrency.find(({ keyPath }) => keyPath.join(".") === path)?.limit;

  /** Requests one run per item, in order. */
  const insert = (items: Record<string, unknown>[], tag: string) =>
    insertRuns(
      pool(),
      items.map((data, n) => runOf(plan, { id: `${plan.id} ${tag} ${n}`, name: "x", ts: 0, data })),
    );
  /** The banks whose runs a claim takes. */
  const claim = async (count: number) =>
    (await claimRuns(pool(), [plan], count, 60_000)).map(({ event }) => event.data[bankField]);
  const clear = () => pool().query("delete from executor_run");
  beforeAll(async () => void (await clear()));
  afterAll(async () => void (await clear()));

  it("has a limit for each bank, of at most half of the slots", () => {
    expect(limitOf(bankField)).toBeLessThanOrEqual(SLOTS / 2);
  });

  it("gives a bank no more than its slots, and the next bank one immediately", async () => {
    const limit = limitOf(bankField) as number;
    const flood = times(2_000, (n) => ({
      lane: `hostile s${n % 16}`,
      [bankField]: "hostile",
      endpoint_id: `e${n % 16}`,
      school_id: `s${n % 16}`,
    }));
    await insert(flood, "flood");
    expect(await claim(SLOTS)).toEqual(Array(limit).fill("hostile"));
    expect(await claim(SLOTS)).toEqual([]);
    // To the same school, too.
    const another = { lane: "another s0", [bankField]: "another", school_id: "s0" };
    await insert([{ ...another, endpoint_id: "own" }], "after the flood");
    expect(await claim(1)).toEqual(["another"]);
    // Work without a bank (an email about a cardholder's security) gets a slot as well.
    await insert([{ endpoint_id: "other", school_id: "s1" }], "of no bank");
    expect(await claim(1)).toEqual([undefined]);
  });
});

it("every job belongs to a bank, and names it", async () => {
  const bank = await makeBank();
  const { endpoint_id } = await addEndpoint(bank.scope, { url: "https://bank.example/" });
  const body = donationRequest.parse(donationBody(await makeSchool()));
  await db().outbox.deleteMany();
  await requestDonation(bank.scope, body);
  await sendTestEvent(bank.scope, endpoint_id);
  const jobs = await db().outbox.findMany();
  expect(jobs.map(({ name }) => name).sort()).toEqual([
    "donation/push.requested",
    "webhook/delivery.requested",
  ]);
  for (const { data } of jobs) expect(data).toMatchObject({ bank_id: bank.bankId });
  await db().outbox.deleteMany();
});

describe("while the endpoints of one bank are", () => {
  let stop: () => Promise<void>;
  let limits: HeldLimits;
  /** Started after the flood is queued, so that it is claimed in one go. */
  let dispatch: () => void;
  let stopDispatcher = async () => {};
  beforeAll(async () => {
    // Hanging receivers hang until the test closes them, no matter how slow the machine is.
    limits = holdTimeLimits();
    await pool().query("delete from executor_run");
    const { executor, client, functions } = newClient();
    await executor.start({ client, functions });
    dispatch = () => {
      stopDispatcher = startDispatcher(executor.addRuns);
    };
    stop = async () => {
      await stopDispatcher();
      await executor.stop();
    };
  });
  afterAll(async () => {
    await stop();
    limits.restore();
  });
  afterEach(() => stopDispatcher());

  /** Groups that are being attempted: of a bank, or of one bank for one school. */
  const held = async (field: "owner" | "lane", value: string) => {
    const { rows } = await pool().query<{ held: number }>(
      `select count(*)::int as held from executor_run
       where held and event::json->'data'->>$1 = $2`,
      [field, value],
    );
    return rows[0]?.held ?? 0;
  };
  const heldBy = (bankId: string) => held("owner", bankId);
  const deliveriesOf = (bankId: string) =>
    db().webhookDelivery.findMany({ where: { event: { bankId } } });

  /** Sixteen endpoints, many events each. */
  async function flood(bank: Bank, hostile: HostileReceiver): Promise<string[]> {
    const added = await Promise.all(
      times(16, (nth) => addEndpoint(bank.scope, { url: hostile.url(nth) })),
    );
    const ids = added.map(({ endpoint_id }) => endpoint_id);
    for (const again of times(EVENTS_PER_ENDPOINT, () => ids)) {
      await Promise.all(again.map((id) => sendTestEvent(bank.scope, id)));
    }
    dispatch();
    return ids;
  }

  it.each(Object.entries(HOSTILE_RECEIVERS))("%s, another's webhook arrives", async (_, start) => {
    const hostile = await start();
    const receiver = await startReceiver();
    const [bad, good] = [await makeBank(), await makeBank()];
    const endpoints = await flood(bad, hostile);
    // All of its slots are in use, or were.
    await eventually(async () => hostile.requestCount() >= 8);
    if (hostile.hangs) await eventually(async () => (await heldBy(bad.bankId)) === GROUPS_PER_BANK);
    const url = receiver.url.replace("127.0.0.1", "localhost");
    const own = await addEndpoint(good.scope, { url });
    receiver.settings.secret = own.secret;
    await sendTestEvent(good.scope, own.endpoint_id);
    await eventually(async () => receiver.received.length > 0);
    expect(receiver.received[0]?.payload?.type).toBe("webhook.test");

    // None of the hanging deliveries has ended, and the bank uses no more than its limit.
    const states = (await deliveriesOf(bad.bankId)).map(({ status, attemptCount }) => ({
      status,
      attemptCount,
    }));
    expect(states).toHaveLength(16 * EVENTS_PER_ENDPOINT);
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(["pending"]));
    expect(await heldBy(bad.bankId)).toBeLessThanOrEqual(GROUPS_PER_BANK);
    const open = GROUPS_PER_BANK * EMBEDDED.groupSize;
    const { running = 0, waiting = 0 } = lookupsInProgress().get(bad.bankId) ?? {};
    expect(running).toBeLessThanOrEqual(8);
    expect(running + waiting).toBeLessThanOrEqual(open);
    expect(webhookAgents().open().get(bad.bankId) ?? 0).toBeLessThanOrEqual(open);

    // After the endpoints are deleted, none of their deliveries continues.
    for (const id of endpoints) await deleteEndpoint(bad.scope, id);
    const before = (await deliveriesOf(bad.bankId)).length;
    await hostile.release();
    await eventually(async () => (await heldBy(bad.bankId)) === 0);
    expect((await deliveriesOf(bad.bankId)).length).toBe(before);
    await eventually(async () => !webhookAgents().open().has(bad.bankId));
    await receiver.close();
  });

  it("working, and a school's platform never responds, another school's gets its credits", async () => {
    const hostile = await neverAnswers();
    const [hanging, healthy] = [await makeSchool(), await makeSchool()];
    await configurePlatform(system, hanging, "rest", {
      houseAccountId: "house",
      baseUrl: hostile.url(0),
      apiKey: "key",
    });
    const [bad, good] = [await makeBank(), await makeBank()];
    const give = (bank: Bank, school: string) =>
      requestDonation(bank.scope, donationRequest.parse(donationBody(school)));
    const lane = `${bad.bankId} ${hanging}`;
    const count = (GROUPS_PER_LANE + 1) * EMBEDDED.groupSize;
    await give(bad, hanging);
    dispatch();
    await eventually(async () => targets().isUnhealthy(hanging));
    await stopDispatcher();
    await Promise.all(times(count, () => give(bad, hanging)));
    dispatch();
    await eventually(async () => (await held("lane", lane)) === GROUPS_PER_LANE);
    // Of the same bank, and of another.
    const others = [await give(bad, healthy), await give(good, healthy)];
    for (const { donation_id: id } of others) {
      await eventually(
        async () =>
          (await db().donation.findUniqueOrThrow({ where: { id } })).status === "completed",
      );
    }
    expect(await held("lane", lane)).toBeLessThanOrEqual(GROUPS_PER_LANE);
    await hostile.release();
    await eventually(async () => (await heldBy(bad.bankId)) === 0);
  });
});
