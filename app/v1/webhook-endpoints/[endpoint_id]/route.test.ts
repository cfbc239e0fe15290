import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { recordHealth } from "#lib/webhooks/endpoints/health.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { endpointSecrets } from "#lib/webhooks/signing.ts";
import { call, violationsIn } from "#test/api.ts";
import { deliver } from "#test/attempts.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { startReceiver } from "#test/receiver.ts";

const url = "https://bank.example/hooks";
let bank: Bank;
let id: string;
let secret: string;

beforeEach(async () => {
  bank = await makeBank();
  const added = await addEndpoint(bank.scope, { url, description: "Ledger" });
  ({ endpoint_id: id, secret } = added);
});

const at = (name: string, body?: unknown) =>
  call(operation(name), { key: bank.key, params: { endpoint_id: id }, body });
const change = (body: unknown) => at("changeWebhookEndpoint", body);
const rowOf = () => db().webhookEndpoint.findUniqueOrThrow({ where: { id } });

describe("changing an endpoint", () => {
  it("leaves omitted fields unchanged and clears the description with null", async () => {
    const { body: before } = await at("getWebhookEndpoint");
    expect((await change({})).body.data).toEqual(before.data);
    const moved = await change({ url: "https://bank.example/new" });
    expect(moved.body.data).toEqual({ ...before.data, url: "https://bank.example/new" });
    expect((await change({ description: null })).body.data.description).toBeNull();
  });

  it("returns the reason it was disabled and clears it when enabled", async () => {
    const disabled = await change({ status: "disabled" });
    expect(disabled.body.data).toMatchObject({
      status: "disabled",
      disabled_reason: "disabled by the bank",
    });
    expect((await change({ status: "enabled" })).body.data).toMatchObject({
      status: "enabled",
      disabled_reason: null,
    });
    await recordHealth(id, "pending");
    await recordHealth(id, "gone");
    const kept = await change({ status: "disabled" });
    expect(kept.body.data.disabled_reason).toBe("it responded with 410 Gone");
    expect(kept.body.data.failing_since).not.toBeNull();
    expect((await change({ status: "enabled" })).body.data).toMatchObject({
      status: "enabled",
      disabled_reason: null,
      failing_since: null,
    });
  });

  it("rejects a URL that couldn't be registered", async () => {
    const response = await change({ url: "http://bank.example/", status: "deleted" });
    expect(violationsIn(response.body)).toEqual(["body.status enum", "body.url value_error"]);
    expect(violationsIn((await change({ url: null })).body)).toEqual(["body.url string_type"]);
    expect(await rowOf()).toMatchObject({ url, status: "enabled" });
  });

  it("is in the audit log with the requested change", async () => {
    await change({});
    await change({ description: null, status: "disabled" });
    await at("rotateWebhookSecret");
    await at("deleteWebhookEndpoint");
    const entries = await db().auditEntry.findMany({
      where: { subject: id, actor: `key:${bank.keyId}` },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["webhook.add", { url: "https://bank.example" }],
      ["webhook.change", { description: null, status: "disabled" }],
      ["webhook.rotate-secret", {}],
      ["webhook.delete", {}],
    ]);
  });
});

describe("deleting an endpoint", () => {
  it("keeps past deliveries and cancels pending ones", async () => {
    const { body } = await at("testWebhookEndpoint");
    expect((await at("deleteWebhookEndpoint")).body.data).toEqual({});
    expect((await at("getWebhookEndpoint")).status).toBe(404);
    const params = { event_id: body.data.event_id };
    const getEvent = () => call(operation("getEvent"), { key: bank.key, params });
    const [delivery] = (await getEvent()).body.data.deliveries;
    await deliver(delivery.delivery_id);
    expect((await getEvent()).body.data.deliveries).toMatchObject([
      { status: "dead", attempts: [] },
    ]);
  });
});

describe("rotating a secret", () => {
  it("keeps the previous secret for 24 hours, and none before it", async () => {
    const first = (await at("rotateWebhookSecret")).body.data;
    const second = (await at("rotateWebhookSecret")).body.data;
    expect(new Set([secret, first.secret, second.secret]).size).toBe(3);
    const hours = (Date.parse(second.previous_secret_expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const secrets = endpointSecrets.decryptAll(id, await rowOf());
    expect(secrets).toEqual([second.secret, first.secret]);
  });
});

describe("testing an endpoint", () => {
  it("sends it a signed event like any other, to this endpoint only", async () => {
    const receiver = await startReceiver();
    try {
      const added = await addEndpoint(bank.scope, { url: receiver.url });
      receiver.settings.secret = added.secret;
      id = added.endpoint_id;
      const { status, body } = await at("testWebhookEndpoint");
      expect(status).toBe(202);
      const { event_id: eventId } = body.data;
      const deliveries = await db().webhookDelivery.findMany({ where: { eventId } });
      expect(deliveries).toMatchObject([{ endpointId: id, status: "pending" }]);
      const deliveryId = deliveries[0]?.id as string;
      const data = { path: ["delivery_id"], equals: deliveryId };
      expect(await db().outbox.count({ where: { data } })).toBe(1);
      await deliver(deliveryId);
      expect(receiver.received).toMatchObject([
        { id: eventId, payload: { type: "webhook.test", data: { endpoint_id: id } } },
      ]);
      const event = await call(operation("getEvent"), {
        key: bank.key,
        params: { event_id: eventId },
      });
      expect(event.body.data).toMatchObject({
        type: "webhook.test",
        donation_id: null,
        sequence: 0,
        data: { endpoint_id: id },
        deliveries: [{ endpoint_id: id, status: "delivered", attempt_count: 1 }],
      });
    } finally {
      await receiver.close();
    }
  });

  it("is rejected while disabled, without an event", async () => {
    await change({ status: "disabled" });
    const { status, body } = await at("testWebhookEndpoint");
    expect([status, body.error.code]).toEqual([409, "ENDPOINT_DISABLED"]);
    expect(await db().event.count({ where: { bankId: bank.bankId } })).toBe(0);
  });
});
