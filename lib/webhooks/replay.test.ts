import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { makeBank, system } from "#test/factories.ts";
import { db, transaction } from "../db.ts";
import { abandonDelivery } from "./deliver.ts";
import { addEndpoint, enableEndpoint } from "./endpoints.ts";
import { noteHealth } from "./health.ts";
import { replayEvent } from "./replay.ts";

/** An event of a bank with one endpoint, delivered or given up. */
async function told(status: "delivered" | "dead") {
  const bank = await makeBank();
  const { endpointId } = await addEndpoint(system, bank.bankId, "https://bank.example/a");
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
    },
  });
  const deliveries = () => db().webhookDelivery.findMany({ where: { eventId: event.id } });
  return { bank, endpointId, eventId: event.id, deliveries };
}

it.each(["delivered", "dead"] as const)(
  "sends what was %s again, under the same id",
  async (status) => {
    const { eventId, deliveries } = await told(status);
    await transaction((tx) => tx.query("delete from outbox"));
    expect(await replayEvent(system, eventId)).toBe(1);
    const [delivery, ...others] = await deliveries();
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({
      status: "pending",
      settledAt: null,
      generation: 1,
      attemptCount: 0,
    });
    const [job] = await db().outbox.findMany();
    expect(job?.data).toMatchObject({ delivery_id: delivery?.id, generation: 1, attempt: 1 });
  },
);

it("reaches endpoints that were added since, and none that is disabled until it is enabled", async () => {
  const { bank, endpointId, eventId, deliveries } = await told("dead");
  await addEndpoint(system, bank.bankId, "https://bank.example/b");
  await noteHealth(endpointId, "gone");
  expect(await replayEvent(system, eventId)).toBe(1);
  expect(await enableEndpoint(system, endpointId)).toBe(true);
  expect(await enableEndpoint(system, endpointId)).toBe(false);
  expect(await replayEvent(system, eventId)).toBe(2);
  expect((await deliveries()).map(({ status }) => status)).toEqual(["pending", "pending"]);
});

it("is not undone by a run that was just about to give up", async () => {
  const { eventId, deliveries } = await told("dead");
  await replayEvent(system, eventId);
  const [delivery] = await deliveries();
  await abandonDelivery(system, delivery?.id as string, 0);
  expect((await deliveries())[0]?.status).toBe("pending");
  await abandonDelivery(system, delivery?.id as string, 1);
  expect((await deliveries())[0]?.status).toBe("dead");
});

it("says where there is no such event", async () => {
  expect(await replayEvent(system, randomUUID())).toBeNull();
});
