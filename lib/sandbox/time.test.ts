import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { call } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { db } from "../database/prisma.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { env } from "../env.ts";
import { MAX_CLOSED_A_DAY } from "./contract.ts";
import { advanceDonation, closeStatement } from "./time.ts";

const LATER = new Date(Date.now() + 3 * 86_400_000);

/** A donation whose push waits after three attempts, and a webhook about it. */
async function waiting({ bankId, scope }: Bank) {
  const body = donationBody(await makeSchool());
  const { donation_id: donationId } = await requestDonation(scope, donationRequestOf(body));
  const data = { attemptCount: 3, nextAttemptAt: LATER };
  await db().credit.update({ where: { donationId }, data });
  const url = "https://bank.example/hooks";
  const endpoint = { id: randomUUID(), bankId, url, encryptedSecret: Buffer.alloc(0) };
  await db().webhookEndpoint.create({ data: endpoint });
  const event = { id: randomUUID(), bankId, donationId, sequence: 9, createdAt: new Date() };
  await db().event.create({ data: { ...event, type: "donation.held", body: "{}" } });
  const id = randomUUID();
  const delivery = { id, eventId: event.id, endpointId: endpoint.id, createdAt: new Date() };
  await db().webhookDelivery.create({ data: { ...delivery, ...data } });
  return { donationId, id };
}

async function inProduction(work: () => Promise<void>): Promise<void> {
  const settings = env() as { environment: string };
  settings.environment = "production";
  await work().finally(() => {
    settings.environment = "sandbox";
  });
}

const advance = ({ key }: Bank, donation_id: string) =>
  call(operation("advanceSandboxDonation"), { key, params: { donation_id } });

it("attempts now what waits, which counts as usual, and nothing that doesn't wait", async () => {
  const bank = await makeBank();
  const { donationId, id } = await waiting(bank);
  const other = await waiting(bank);
  const { body } = await advance(bank, donationId);
  const none = {
    ...{ donation_id: donationId, pushes: 0, corrections: 0 },
    ...{ deliveries: 0, recurrences: 0 },
  };
  expect(body.data).toEqual({ ...none, pushes: 1, deliveries: 1 });
  const credit = await db().credit.findUniqueOrThrow({ where: { donationId } });
  const delivery = await db().webhookDelivery.findUniqueOrThrow({ where: { id } });
  for (const { attemptCount, nextAttemptAt, generation } of [credit, delivery]) {
    expect([attemptCount, generation]).toEqual([3, 1]);
    expect(nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now());
  }
  expect((await advance(bank, donationId)).body.data).toEqual(none);
  expect(await push(donationId, { generation: 1 })).toBe("completed");
  const untouched = await db().credit.findUniqueOrThrow({
    where: { donationId: other.donationId },
  });
  expect(untouched.nextAttemptAt).toEqual(LATER);
});

it("is not for another bank's donation, and not in production", async () => {
  const bank = await makeBank();
  const { donationId } = await waiting(bank);
  const foreign = await advance(await makeBank(), donationId);
  expect([foreign.status, foreign.body.error.code]).toEqual([404, "DONATION_NOT_FOUND"]);
  await inProduction(() =>
    expect(advanceDonation(bank.scope, donationId)).rejects.toMatchObject({ status: 404 }),
  );
  const credit = await db().credit.findUniqueOrThrow({ where: { donationId } });
  expect(credit.nextAttemptAt).toEqual(LATER);
});

it("announces a recurring donation's next date, once", async () => {
  const bank = await makeBank();
  const recurring = { recurring: true, recurrence_cadence: "monthly" } as const;
  const body = donationBody(await makeSchool(), recurring);
  const { donation_id } = await requestDonation(bank.scope, donationRequestOf(body));
  await push(donation_id);
  const announced = () =>
    db().event.count({ where: { donationId: donation_id, type: "donation.recurrence_due" } });
  expect(await announced()).toBe(0);
  expect((await advance(bank, donation_id)).body.data).toMatchObject({ recurrences: 1 });
  expect(await announced()).toBe(1);
  expect((await advance(bank, donation_id)).body.data).toMatchObject({ recurrences: 0 });
  expect(await announced()).toBe(1);
});

it("closes a bank's own open statement, so often a day, and not in production", async () => {
  const [bank, other] = [await makeBank(), await makeBank()];
  const school = await makeSchool();
  const give = async ({ scope }: Bank) => {
    const body = donationRequestOf(donationBody(school));
    await push((await requestDonation(scope, body)).donation_id);
  };
  await Promise.all([give(bank), give(other)]);
  const close = ({ key }: Bank) => call(operation("closeSandboxStatement"), { key });
  const { statement_ids: ids } = (await close(bank)).body.data;
  const [closed] = await db().statement.findMany({ where: { id: { in: ids } } });
  expect(closed).toMatchObject({ bankId: bank.bankId, totalCents: 2_500n });
  expect(await db().statement.count({ where: { bankId: other.bankId } })).toBe(0);
  await inProduction(() =>
    expect(closeStatement(bank.scope)).rejects.toMatchObject({ status: 404 }),
  );
  for (let n = ids.length; n < MAX_CLOSED_A_DAY - 1; n++) {
    await give(bank);
    expect((await close(bank)).status).toBe(200);
  }
  // Together they are one.
  await give(bank);
  expect(
    (await Promise.all([close(bank), close(bank), close(bank)])).map(({ status }) => status),
  ).toEqual([200, 200, 200]);
  const closes = await db().statement.count({ where: { bankId: bank.bankId } });
  expect(closes).toBe(MAX_CLOSED_A_DAY);
  const refused = await Promise.all([1, 2, 3].map(async () => (await close(bank)).body.error.code));
  expect(refused).toEqual(["RATE_LIMITED", "RATE_LIMITED", "RATE_LIMITED"]);
  expect((await close(other)).status).toBe(200);
});
