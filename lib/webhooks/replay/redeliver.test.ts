import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { makeBank } from "#test/factories.ts";
import { db } from "../../database/prisma.ts";
import { transaction } from "../../database/transaction.ts";
import { abandonDelivery } from "../delivery/deliver.ts";
import { recordHealth } from "../endpoints/health.ts";
import { addEndpoint, changeEndpoint } from "../endpoints/mutations.ts";
import { replayEvent } from "./mutations.ts";

/** An event of a bank with one endpoint, delivered or dead. */
async function settledEvent(status: "delivered" | "dead") {
  const bank = await makeBank();
  const { endpoint_id: endpointId } = await addEndpoint(bank.scope, {
    url: "https://bank.example/a",
  });
  const event = { id: randomUUID(), bankId: bank.bankId, type: "t", sequence: 1, body: "{}" };
  await db().event.create({ data: { ...event, createdAt: new Date() } });
  await db().webhookDelivery.create({
    data: {
      id: randomUUID(),
      eventId: event.id,
      endpointId,
      status,
      attemptCount: 10,
      createdAt: new Date(),
      settledAt: new Date(),
      nextAttemptAt: new Date(Date.now() + 60_000),
    },
  });
  const deliveries = () => db().webhookDelivery.findMany({ where: { eventId: event.id } });
  return { bank, endpointId, eventId: event.id, deliveries };
}

it.each(["delivered", "dead"] as const)(
  "sends a %s event again, with the same ID",
  async (status) => {
    const { bank, eventId, deliveries } = await settledEvent(status);
    await transaction((tx) => tx.query("delete from outbox"));
    expect(await replayEvent(bank.scope, eventId)).toEqual({ event_id: eventId, deliveries: 1 });
    const [delivery, ...others] = await deliveries();
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({
      status: "pending",
      settledAt: null,
      generation: 1,
      attemptCount: 0,
    });
    expect(delivery?.nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now());
    const [job] = await db().outbox.findMany();
    expect(job?.data).toMatchObject({ delivery_id: delivery?.id, generation: 1 });
    // Needed for the bank's concurrency limit.
    expect(job?.data).toMatchObject({ bank_id: bank.bankId });
  },
);

it("reaches endpoints that were added since, and disabled ones only after they are enabled", async () => {
  const { bank, endpointId, eventId, deliveries } = await settledEvent("dead");
  await addEndpoint(bank.scope, { url: "https://bank.example/b" });
  await recordHealth(endpointId, "gone");
  expect(await replayEvent(bank.scope, eventId)).toEqual({ event_id: eventId, deliveries: 1 });
  await changeEndpoint(bank.scope, endpointId, { status: "enabled" });
  expect(await replayEvent(bank.scope, eventId)).toEqual({ event_id: eventId, deliveries: 2 });
  expect((await deliveries()).map(({ status }) => status)).toEqual(["pending", "pending"]);
});

it("is not undone by a run that was about to give up", async () => {
  const { bank, eventId, deliveries } = await settledEvent("dead");
  await replayEvent(bank.scope, eventId);
  const [delivery] = await deliveries();
  await abandonDelivery(delivery?.id as string, 0);
  expect((await deliveries())[0]?.status).toBe("pending");
  await abandonDelivery(delivery?.id as string, 1);
  expect((await deliveries())[0]?.status).toBe("dead");
});

it("gives the same answer for another bank's event as for an unknown one", async () => {
  const { eventId } = await settledEvent("dead");
  const { scope } = await makeBank();
  const notFound = { code: "EVENT_NOT_FOUND" };
  await expect(replayEvent(scope, eventId)).rejects.toMatchObject(notFound);
  await expect(replayEvent(scope, randomUUID())).rejects.toMatchObject(notFound);
});
