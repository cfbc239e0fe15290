import { beforeEach, describe, expect, it } from "vitest";
import { webhooks } from "#app/openapi.json/contracts.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { EVENT_TYPES, type EventType } from "#lib/webhooks/event-types.ts";
import { recordEvent } from "#lib/webhooks/events/record.ts";
import { call, violationsIn } from "#test/api.ts";
import { deliver } from "#test/attempts.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { runReplay } from "#test/replay-rounds.ts";

const url = "https://bank.example/hooks";

let bank: Bank;
beforeEach(async () => {
  bank = await makeBank();
});

const ask = (id: string, endpoint_id: string | null, body?: unknown) =>
  call(operation(id), {
    key: bank.key,
    ...(endpoint_id ? { params: { endpoint_id } } : {}),
    ...(body === undefined ? {} : { body }),
  });
const add = async (event_types?: string[] | null) =>
  (await ask("addWebhookEndpoint", null, { url, event_types })).body.data.endpoint_id as string;
const record = (type: EventType) =>
  transaction((tx) =>
    recordEvent(tx, {
      bankId: bank.bankId,
      donationId: null,
      sequence: 0,
      data: { n: 1 },
      at: new Date(),
      type,
    }),
  );
/** The endpoints that an event is sent to. */
const receiversOf = async (eventId: string) =>
  (await db().webhookDelivery.findMany({ where: { eventId } })).map((row) => row.endpointId).sort();
const replay = (event_id: string, body?: unknown) =>
  call(operation("replayEvent"), { key: bank.key, params: { event_id }, body });

describe("event types of an endpoint", () => {
  it("are all by default, shown as null, and can be changed", async () => {
    const id = await add();
    const shown = async () => (await ask("getWebhookEndpoint", id)).body.data.event_types;
    expect(await shown()).toBeNull();
    const change = (event_types: unknown) => ask("changeWebhookEndpoint", id, { event_types });
    const changed = await change(["donation.failed", "account.linked", "donation.failed"]);
    expect(changed.body.data.event_types).toEqual(["donation.failed", "account.linked"]);
    await ask("changeWebhookEndpoint", id, { description: "another" });
    expect(await shown()).toEqual(["donation.failed", "account.linked"]);
    expect((await change(null)).body.data.event_types).toBeNull();
  });

  it("decide what is sent", async () => {
    const [all, some] = [await add(), await add(["donation.completed"])];
    expect(await receiversOf(await record("donation.completed"))).toEqual([all, some].sort());
    expect(await receiversOf(await record("donation.failed"))).toEqual([all]);
  });

  it("decide what is replayed, as of the replay", async () => {
    const some = await add(["donation.failed"]);
    const [failed, completed] = [
      await record("donation.failed"),
      await record("donation.completed"),
    ];
    expect((await replay(completed)).body.data.deliveries).toBe(0);
    await ask("changeWebhookEndpoint", some, { event_types: ["donation.completed"] });
    expect((await replay(failed)).body.data.deliveries).toBe(0);
    expect((await replay(completed)).body.data.deliveries).toBe(1);
    const range = { from: "2026-01-01T00:00:00Z", to: "2200-01-01T00:00:00Z" };
    const started = await call(operation("replayEvents"), { key: bank.key, body: range });
    await runReplay(started.body.data.replay_id);
    expect(await receiversOf(completed)).toEqual([some]);
  });

  it.each([
    [["donation.lost"], ["body.event_types.0 enum"]],
    [["donation.failed", "webhook.test"], ["body.event_types.1 enum"]],
    [[], ["body.event_types value_error"]],
    ["donation.failed", ["body.event_types value_error"]],
  ])("reject %j", async (event_types, violations) => {
    const refused = await ask("addWebhookEndpoint", null, { url, event_types });
    expect([refused.status, violationsIn(refused.body)]).toEqual([422, violations]);
  });
});

describe("replaying an event to one endpoint", () => {
  it("skips the others", async () => {
    const [first, second] = [await add(), await add()];
    const event = await record("donation.completed");
    await db().webhookDelivery.updateMany({
      where: { eventId: event },
      data: { status: "dead", settledAt: new Date() },
    });
    const { status, body } = await replay(event, { endpoint_id: second.toUpperCase() });
    expect([status, body.data]).toEqual([202, { event_id: event, deliveries: 1 }]);
    const rows = await db().webhookDelivery.findMany({ where: { eventId: event } });
    expect(new Map(rows.map((row) => [row.endpointId, row.status]))).toEqual(
      new Map([
        [first, "dead"],
        [second, "pending"],
      ]),
    );
  });

  it("is rejected for one that is disabled, or another bank's", async () => {
    const disabled = await add();
    await ask("changeWebhookEndpoint", disabled, { status: "disabled" });
    const event = await record("donation.completed");
    const mine = bank;
    bank = await makeBank();
    const foreign = await add();
    bank = mine;
    for (const endpoint_id of [disabled, foreign]) {
      const refused = await replay(event, { endpoint_id });
      expect(violationsIn(refused.body)).toEqual(["body.endpoint_id value_error"]);
    }
    expect(await db().webhookDelivery.findMany({ where: { eventId: event } })).toMatchObject([
      { endpointId: disabled, status: "skipped" },
    ]);
  });
});

describe("a disabled endpoint", () => {
  it("has what it missed as skipped, which can be replayed once it's enabled", async () => {
    const id = await add();
    const waiting = await record("donation.completed");
    const [{ id: delivery } = expect.unreachable()] = await db().webhookDelivery.findMany({
      where: { eventId: waiting },
    });
    await ask("changeWebhookEndpoint", id, { status: "disabled" });
    await deliver(delivery);
    const missed = await record("donation.failed");
    const statuses = async () => {
      const { body } = await ask("listWebhookDeliveries", id);
      return new Map(
        body.data.map((one: { event_id: string; status: string }) => [one.event_id, one.status]),
      );
    };
    expect(await statuses()).toEqual(
      new Map([
        [waiting, "skipped"],
        [missed, "skipped"],
      ]),
    );
    await ask("changeWebhookEndpoint", id, { status: "enabled" });
    for (const event of [waiting, missed]) {
      expect((await replay(event, { endpoint_id: id })).body.data.deliveries).toBe(1);
    }
    expect(await statuses()).toEqual(
      new Map([
        [waiting, "pending"],
        [missed, "pending"],
      ]),
    );
  });
});

describe("a test event", () => {
  it.each(EVENT_TYPES)("of type %s is a sample sent to this endpoint only", async (type) => {
    const [other, tested] = [await add(), await add(["account.linked"])];
    const { status, body } = await ask("testWebhookEndpoint", tested, { type });
    expect(status).toBe(202);
    const { event_id } = body.data;
    expect(await receiversOf(event_id)).toEqual([tested]);
    const event = await db().event.findUniqueOrThrow({ where: { id: event_id } });
    const sent = JSON.parse(event.body);
    const schema = webhooks.find((webhook) => webhook.type === type)?.body;
    expect(schema?.safeParse(sent).error).toBeUndefined();
    const mark = type === "webhook.test" ? { endpoint_id: tested } : { test: true };
    expect(sent).toMatchObject({ type, data: mark });
    expect((await replay(event_id)).body.data.deliveries).toBe(1);
    expect((await replay(event_id, { endpoint_id: other })).body.data.deliveries).toBe(0);
    expect(await receiversOf(event_id)).toEqual([tested]);
  });

  it("of an unknown type is rejected", async () => {
    const refused = await ask("testWebhookEndpoint", await add(), { type: "donation.lost" });
    expect(violationsIn(refused.body)).toEqual(["body.type enum"]);
  });
});
