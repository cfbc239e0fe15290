import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it } from "vitest";
import { deliver, push } from "#test/attempts.ts";
import { donationBody, makeBank, makeSchool } from "#test/factories.ts";
import { startReceiver } from "#test/receiver.ts";
import type { BankScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { requestDonation } from "../../donations/accept/mutations.ts";
import { donationRequest } from "../../donations/contract.ts";
import { addEndpoint } from "../endpoints/mutations.ts";
import { getEvent } from "../events/queries.ts";
import { replayEvent } from "../replay/mutations.ts";
import { attemptDelivery } from "./deliver.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close();
});

/** A completed donation of a bank with one endpoint, whose responses the test sets. */
async function delivery(
  answer?: Parameters<typeof startReceiver>[0],
  more: Parameters<typeof donationBody>[1] = {},
) {
  const receiver = await startReceiver(answer);
  open.push(receiver);
  const bank = await makeBank();
  const added = await addEndpoint(bank.scope, { url: receiver.url });
  const { endpoint_id: endpointId, secret } = added;
  receiver.settings.secret = secret;
  const body = donationRequest.parse(donationBody(await makeSchool(), more));
  const { donation_id } = await requestDonation(bank.scope, body);
  await push(donation_id);
  const row = await db().webhookDelivery.findFirstOrThrow({ where: { endpointId } });
  return { receiver, bank, endpointId, id: row.id, eventId: row.eventId };
}

const attemptsOf = (deliveryId: string) =>
  db().webhookAttempt.findMany({ where: { deliveryId }, orderBy: { id: "asc" } });

describe("an attempt", () => {
  it("is signed as Standard Webhooks specifies, over the stored bytes", async () => {
    const { receiver, id, eventId } = await delivery();
    expect(await deliver(id)).toBe("delivered");
    const [request] = receiver.received;
    expect(request?.payload?.type).toBe("donation.completed");
    expect(request?.id).toBe(eventId);
    const { body } = await db().event.findUniqueOrThrow({ where: { id: eventId } });
    expect(request?.body).toBe(body);
  });

  it("sends the same bytes at every attempt, and stores the bank's own fields only on the donation", async () => {
    const metadata = { "10": "ünïcode \u0001\ud83c\udf81", "9": "x".repeat(500), long: "", a: '"' };
    const message = `Go \u2028 Bucks! ${"y".repeat(400)}`;
    const { receiver, id, eventId } = await delivery((nth) => ({ status: nth < 3 ? 503 : 200 }), {
      metadata,
      cardholder_message: message,
    });
    for (let n = 0; n < 3; n++) await deliver(id);
    expect(new Set(receiver.received.map((request) => request.body)).size).toBe(1);
    expect(receiver.received.every(({ payload }) => payload)).toBe(true);
    const data = receiver.received[0]?.payload?.data as Record<string, unknown>;
    expect(data).toMatchObject({ metadata, cardholder_message: message });
    const { body, bankId } = await db().event.findUniqueOrThrow({ where: { id: eventId } });
    expect(Buffer.byteLength(body)).toBeLessThan(1_500);
    expect(body).not.toContain("xxx");
    const shown = await getEvent({ bankId } as BankScope, eventId);
    expect(shown.data).toEqual(data);
  });

  it("is logged with time, response code, latency, and the first 1 KiB of the response", async () => {
    const { id } = await delivery(() => ({ status: 500, body: `no\0${"x".repeat(3000)}` }));
    expect(await deliver(id)).toBe("pending");
    const [attempt] = await attemptsOf(id);
    expect(attempt).toMatchObject({ responseCode: 500, error: null });
    expect(attempt?.responseBody?.length).toBe(1024);
    expect(attempt?.latencyMs).toBeGreaterThanOrEqual(0);
  });

  it("is logged in no more bytes than it had, and without terminal control characters", async () => {
    const { id } = await delivery(() => ({
      status: 500,
      body: `a\u001b\n${"\u0080é".repeat(1_000)}`,
    }));
    await deliver(id);
    const [attempt] = await attemptsOf(id);
    expect(attempt?.responseBody?.slice(0, 3)).toBe("a?\n");
    expect(Buffer.byteLength(attempt?.responseBody ?? "")).toBeLessThanOrEqual(1026);
  });

  it("is logged with the error if there is no response", async () => {
    const { receiver, id } = await delivery();
    await receiver.close();
    expect(await deliver(id)).toBe("pending");
    const [attempt] = await attemptsOf(id);
    expect(attempt).toMatchObject({
      responseCode: null,
      error: expect.stringMatching(/ECONN|closed/),
    });
  });

  it("keeps its webhook-id across retries, and stops once delivered", async () => {
    const { receiver, id, eventId } = await delivery((nth) => ({ status: nth < 3 ? 503 : 200 }));
    for (let n = 0; n < 5; n++) await deliver(id);
    expect(receiver.received.map((request) => request.id)).toEqual([eventId, eventId, eventId]);
    expect((await attemptsOf(id)).map((attempt) => attempt.responseCode)).toEqual([503, 503, 200]);
  });

  it("never follows a redirect", async () => {
    const target = await startReceiver();
    open.push(target);
    const { id } = await delivery(() => ({ status: 302, headers: { location: target.url } }));
    expect(await deliver(id)).toBe("pending");
    expect(target.received).toHaveLength(0);
  });

  it("disables the endpoint on 410", async () => {
    const { id, endpointId } = await delivery(() => ({ status: 410 }));
    expect(await deliver(id)).toBe("dead");
    expect(await db().webhookEndpoint.findUnique({ where: { id: endpointId } })).toMatchObject({
      status: "disabled",
    });
  });

  it.each([
    [503, "7", 7_000],
    [429, "120", 120_000],
    [500, "7", 1_000],
    [503, "soon", 1_000],
    [503, "0", 1_000],
    [503, "9999999", 86_400_000],
  ])(
    "on %s with Retry-After %s, and a schedule of one second, waits %s ms",
    async (status, header, dueInMs) => {
      const { id } = await delivery(() => ({ status, headers: { "retry-after": header } }));
      const startedAt = Date.now();
      const schedule = { waitBefore: () => 1_000, attempts: 10 };
      const attempted = await attemptDelivery({ id, generation: 0 }, schedule);
      expect(attempted).toEqual({ status: "pending", dueInMs, answered: false });
      const { nextAttemptAt } = await db().webhookDelivery.findUniqueOrThrow({ where: { id } });
      expect(nextAttemptAt.getTime()).toBeGreaterThanOrEqual(startedAt + dueInMs);
    },
  );

  it("is not made before it is due", async () => {
    const { receiver, id } = await delivery(() => ({ status: 503 }));
    for (let n = 0; n < 3; n++) expect(await deliver(id, { waitMs: 60_000 })).toBe("pending");
    expect(receiver.received).toHaveLength(1);
  });

  it.each([2, 1])(
    "neither delays nor ends a replay requested while it was in flight, with %s attempts allowed",
    async (attempts) => {
      const { receiver, bank, id, eventId } = await delivery((nth) => ({
        status: nth < 2 ? 503 : 200,
      }));
      await deliver(id, { waitMs: 60_000, attempts }, async (call) => {
        await replayEvent(bank.scope, eventId);
        return call();
      });
      expect(await deliver(id, { generation: 1 })).toBe("delivered");
      expect(receiver.received).toHaveLength(2);
    },
  );

  it("marks the delivery dead when the retry schedule is exhausted", async () => {
    const { receiver, id } = await delivery(() => ({ status: 503 }));
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push(await deliver(id, { attempts: 3 }));
    expect(statuses).toEqual(["pending", "pending", "dead", "dead"]);
    expect(receiver.received).toHaveLength(3);
  });

  it("verifies with either secret during a rotation", async () => {
    const { receiver, id, endpointId } = await delivery();
    const old = receiver.settings.secret;
    const endpoint = await db().webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    await db().webhookEndpoint.update({
      where: { id: endpointId },
      data: {
        previousEncryptedSecret: endpoint.encryptedSecret,
        previousSecretExpiresAt: new Date(Date.now() + 60_000),
      },
    });
    await deliver(id);
    const [request] = receiver.received;
    expect(request?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(() =>
      new Webhook(old).verify(request?.body ?? "", request?.headers ?? {}),
    ).not.toThrow();
  });
});
