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
import { advanceDonation } from "./time.ts";

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

const advance = ({ key }: Bank, donation_id: string) =>
  call(operation("advanceSandboxDonation"), { key, params: { donation_id } });

it("attempts now what waits, which counts as usual, and nothing that doesn't wait", async () => {
  const bank = await makeBank();
  const { donationId, id } = await waiting(bank);
  const other = await waiting(bank);
  const { body } = await advance(bank, donationId);
  const none = { donation_id: donationId, pushes: 0, corrections: 0, deliveries: 0 };
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
  const settings = env() as { environment: string };
  settings.environment = "production";
  try {
    await expect(advanceDonation(bank.scope, donationId)).rejects.toMatchObject({ status: 404 });
  } finally {
    settings.environment = "sandbox";
  }
  const credit = await db().credit.findUniqueOrThrow({ where: { donationId } });
  expect(credit.nextAttemptAt).toEqual(LATER);
});
