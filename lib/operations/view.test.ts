import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { push } from "#test/attempts.ts";
import { ask, attempt } from "#test/corrections.ts";
import { donationBody, donationRequestOf, makeBank, makeSchool, system } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { changeUnpaid } from "../banks/limits.ts";
import { updateBank } from "../banks/mutations.ts";
import { checkLedger } from "../books/check/check.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { retryDonation } from "../donations/operations.ts";
import { queueEmail, retryEmail } from "../email/queue.ts";
import { asCents } from "../money.ts";
import { addEndpoint, sendTestEvent } from "../webhooks/endpoints/mutations.ts";
import { sweepNow } from "./actions.ts";
import { readOperations } from "./view.ts";

// Its own database: the view shows everything in it.
isolateDatabase();

const HOUR_MS = 3_600_000;
const anHourAgo = () => new Date(Date.now() - HOUR_MS);

beforeEach(() =>
  pool().query(
    // Without the trigger that keeps the ledger from being emptied.
    `set session_replication_role = replica;
     truncate bank, outbox, email, tally, day_tally, webhook_attempt restart identity cascade;
     reset session_replication_role`,
  ),
);

async function pending(dollars = 25): Promise<string> {
  const bank = await makeBank();
  const body = donationRequestOf(donationBody(await makeSchool(), { dollar_amount: dollars }));
  return (await requestDonation(bank.scope, body)).donation_id;
}

async function onlyIncident() {
  const { incidents, needsAttention } = await readOperations();
  expect(incidents).toHaveLength(1);
  const [incident] = incidents;
  return { ...(incident ?? expect.unreachable()), needsAttention };
}

async function deadLetter() {
  const bank = await makeBank();
  const { endpoint_id } = await addEndpoint(bank.scope, { url: "https://bank.example/hooks" });
  const { event_id } = await sendTestEvent(bank.scope, endpoint_id);
  await db().webhookDelivery.updateMany({
    where: { eventId: event_id },
    data: { status: "dead", settledAt: new Date(), attemptCount: 10 },
  });
  await pool().query(
    `insert into webhook_attempt (delivery_id, attempted_at, response_code, latency_ms)
     select id, now(), 500, 12 from webhook_delivery where event_id = $1`,
    [event_id],
  );
  return { bank, endpoint_id, event_id };
}

async function failedEmail(): Promise<string> {
  const to = `${randomUUID()}@example.com`;
  const email = { to, kind: "receipt", cardholderId: null, subject: "Hello", text: "Hi" } as const;
  const { id } = await transaction((tx) => queueEmail(tx, email));
  const data = { status: "failed", lastError: "550 no such mailbox", attemptCount: 9 };
  await db().email.update({ where: { id }, data });
  return id;
}

describe("work in progress", () => {
  it("is empty in an empty database, and nothing needs attention", async () => {
    const none = { count: 0, oldestAt: null };
    expect(await readOperations()).toEqual({
      asOf: expect.any(Date),
      needsAttention: false,
      disk: null,
      lastSettledAt: null,
      waiting: { donations: none, jobs: none, deliveries: none, emails: none },
      incidents: [],
    });
  });

  it("is counted, with the time of the oldest, and isn't an incident", async () => {
    const [first] = [await pending(), await pending()];
    const createdAt = anHourAgo();
    await db().donation.update({ where: { id: first }, data: { createdAt } });
    const { waiting, incidents } = await readOperations();
    expect(waiting.donations).toEqual({ count: 2, oldestAt: createdAt });
    expect(waiting.jobs).toEqual({ count: 2, oldestAt: expect.any(Date) });
    expect(incidents).toEqual([]);
  });

  it("includes when money last moved", async () => {
    const id = await pending();
    await push(id);
    const { completedAt } = await db().donation.findUniqueOrThrow({ where: { id } });
    const { lastSettledAt, waiting } = await readOperations();
    expect(lastSettledAt).toEqual(completedAt);
    expect(waiting.donations.count).toBe(0);
  });
});

describe("shows, with the command that resolves it,", () => {
  it("a donation that is retried, which needs no action yet", async () => {
    const id = await pending(25.92);
    await push(id);
    expect(await onlyIncident()).toMatchObject({
      kind: "donation_retrying",
      needsAttention: false,
      shown: [
        {
          subject: id,
          reason: "sandbox trigger .92: 503 from the platform",
          attempts: 1,
          nextAttemptAt: expect.any(Date),
          command: `donation retry --donation ${id}`,
        },
      ],
    });
  });

  it("a donation whose retry schedule is exhausted, until it is retried and settled", async () => {
    const id = await pending(25.92);
    await push(id, { flag: true });
    expect(await onlyIncident()).toMatchObject({
      kind: "donation_flagged",
      needsAttention: true,
      shown: [{ subject: id, command: `donation retry --donation ${id}` }],
    });
    expect(await retryDonation(system, id)).toBe(true);
    for (let attempt = 0; attempt < 2; attempt++) {
      await push(id, { generation: 1 });
    }
    expect((await readOperations()).incidents).toEqual([]);
  });

  it("a correction that isn't done after a day, unless someone has to decide it", async () => {
    const id = await pending();
    await push(id);
    const correction = await ask(system, id);
    expect((await readOperations()).incidents).toEqual([]);
    const change = (data: object) => db().correction.update({ where: { id: correction }, data });
    await change({ createdAt: new Date(Date.now() - 25 * HOUR_MS), lastError: "no answer" });
    expect(await onlyIncident()).toMatchObject({
      kind: "correction_stuck",
      needsAttention: true,
      shown: [
        {
          subject: correction,
          reason: "no answer",
          command: `correction show --correction ${correction}`,
        },
      ],
    });
    for (const data of [
      { awaitsFoundation: true },
      { awaitsFoundation: false, needsApproval: true },
      { approvedBy: "operator:ada", agreedBy: "staff:b", agreedAt: new Date() },
    ]) {
      await change(data);
      expect((await readOperations()).incidents).toEqual([]);
    }
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
  });

  it("a donation that the sandbox's platform holds", async () => {
    const id = await pending(25.94);
    await push(id, { flag: true });
    expect((await onlyIncident()).shown[0]?.command).toBe(`donation release --donation ${id}`);
  });

  it("a donation to a school whose platform is not configured, flagged at once", async () => {
    const id = await pending();
    const { schoolId } = await db().donation.findUniqueOrThrow({ where: { id } });
    await db().platformConfig.delete({ where: { schoolId } });
    await push(id);
    const { kind, shown } = await onlyIncident();
    expect(kind).toBe("donation_flagged");
    expect(shown[0]?.command).toContain(`school configure --school ${schoolId}`);
  });

  it("overdue work, until it is requeued", async () => {
    const id = await pending();
    await db().credit.update({ where: { donationId: id }, data: { nextAttemptAt: anHourAgo() } });
    expect(await onlyIncident()).toMatchObject({
      kind: "late_work",
      needsAttention: true,
      shown: [{ subject: "pushes", about: "pushes, 1 in total", command: "sweep run" }],
    });
    expect(await sweepNow(system)).toEqual({
      pushes: 1,
      deliveries: 0,
      replays: 0,
      emails: 0,
      corrections: 0,
    });
    expect((await readOperations()).incidents).toEqual([]);
  });

  it("a dead letter, with the endpoint's last response", async () => {
    const { event_id } = await deadLetter();
    expect(await onlyIncident()).toMatchObject({
      kind: "dead_letter",
      needsAttention: true,
      count: 1,
      shown: [
        {
          subject: event_id,
          about: "webhook.test for https://bank.example/hooks",
          reason: "it responded with 500",
          attempts: 10,
          command: `delivery replay --event ${event_id}`,
        },
      ],
    });
  });

  it("a disabled endpoint instead of its dead letters, and no deleted one", async () => {
    const { endpoint_id } = await deadLetter();
    const set = (status: string) =>
      db().webhookEndpoint.update({
        where: { id: endpoint_id },
        data: { status, disabledReason: "it responded with 410 Gone" },
      });
    await set("disabled");
    expect(await onlyIncident()).toMatchObject({
      kind: "endpoint_disabled",
      needsAttention: true,
      shown: [
        {
          reason: "it responded with 410 Gone",
          command: `webhook enable --endpoint ${endpoint_id}`,
        },
      ],
    });
    await set("deleted");
    expect((await readOperations()).incidents).toEqual([]);
  });

  it("a limit that counts something else than its bank's gifts, until it is counted again", async () => {
    const bank = await makeBank();
    const { bankId } = bank;
    const body = donationRequestOf(donationBody(await makeSchool(), { dollar_amount: 25 }));
    await requestDonation(bank.scope, body);
    await updateBank(system, bankId, { maxUnpaidCents: asCents(10_000_050) });
    await requestDonation(bank.scope, { ...body, bank_transaction_ref: "another" });
    expect((await readOperations()).incidents).toEqual([]);
    await transaction((tx) => changeUnpaid(tx, bankId, 1));
    expect(await onlyIncident()).toMatchObject({
      kind: "limit_miscounted",
      needsAttention: true,
      shown: [
        {
          subject: bankId,
          reason: "counts 5001 cents as unpaid, but its gifts add up to 5000",
          command: `bank update --bank ${bankId} --max-unpaid-usd 100000.50`,
        },
      ],
    });
    await updateBank(system, bankId, { maxUnpaidCents: asCents(10_000_050) });
    expect((await readOperations()).incidents).toEqual([]);
  });

  it("a failing endpoint, which needs no action yet", async () => {
    const { bank, endpoint_id } = await deadLetter();
    await db().webhookDelivery.updateMany({ data: { status: "delivered" } });
    const failingSince = anHourAgo();
    await db().webhookEndpoint.update({ where: { id: endpoint_id }, data: { failingSince } });
    expect(await onlyIncident()).toMatchObject({
      kind: "endpoint_failing",
      needsAttention: false,
      shown: [{ since: failingSince, command: `delivery list --bank ${bank.bankId}` }],
    });
  });

  it("books that weren't checked for two days, and a statement whose documents aren't written", async () => {
    const { bankId } = await makeBank();
    const age = (table: string, column: string) =>
      pool().query(`update ${table} set ${column} = ${column} - interval '3 days'`);
    await age("bank", "created_at");
    const [kind, command] = ["ledger_unchecked", "ledger check"];
    expect(await onlyIncident()).toMatchObject({
      kind,
      needsAttention: true,
      shown: [{ command }],
    });
    expect(await checkLedger()).toEqual([]);
    expect((await readOperations()).incidents).toEqual([]);
    await age("ledger_check", "checked_at");
    expect((await onlyIncident()).kind).toBe(kind);
    await checkLedger();
    await pool().query(
      `insert into statement (id, bank_id, number, from_at, to_at, time_zone, due_on, closed_at, opening_cents, total_cents,
         payments_cents, returns_cents, refunds_cents, write_offs_cents, closing_cents, digest)
       select gen_random_uuid(), $1, 1, now() - interval '1 day', now() - interval '2 hours', 'UTC', now(),
         now() - interval '2 hours', 0, 0, 0, 0, 0, 0, 0, sha256('')`,
      [bankId],
    );
    expect(await onlyIncident()).toMatchObject({
      kind: "statement_late",
      shown: [{ command: `statement close --bank ${bankId}` }],
    });
  });

  it("a failed email until it is retried, but not a sent email", async () => {
    const id = await failedEmail();
    expect(await onlyIncident()).toMatchObject({
      kind: "email_failed",
      needsAttention: true,
      shown: [{ subject: id, reason: "550 no such mailbox", command: `email retry --email ${id}` }],
    });
    expect(await retryEmail(system, id)).toBe(true);
    expect(await db().outbox.findMany()).toMatchObject([
      { name: "email/send.requested", data: { email_id: id, generation: 1 } },
    ]);
    expect((await readOperations()).incidents).toEqual([]);
    await db().email.update({ where: { id }, data: { status: "sent" } });
    expect(await retryEmail(system, id)).toBe(false);
    expect(await retryEmail(system, randomUUID())).toBe(false);
  });

  it("the twenty oldest incidents, and counts all", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 23; n++) ids.push(await failedEmail());
    const { count, shown } = await onlyIncident();
    expect(count).toBe(23);
    expect(shown.map(({ subject }) => subject)).toEqual(ids.slice(0, 20));
  });
});
