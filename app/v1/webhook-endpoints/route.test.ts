import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { rereadEnv } from "#lib/env.ts";
import { MAX_ADDED_A_DAY, MAX_ENDPOINTS } from "#lib/webhooks/endpoints/contract.ts";
import { addEndpoint, deleteEndpoint, rotateSecret } from "#lib/webhooks/endpoints/mutations.ts";
import { endpointSecrets } from "#lib/webhooks/signing.ts";
import { call, violationsIn } from "#test/api.ts";
import { makeBank } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const url = "https://bank.example/hooks";
const add = (key: string, body: unknown) => call(operation("addWebhookEndpoint"), { key, body });
const list = (key: string, query = {}) => call(operation("listWebhookEndpoints"), { key, query });

describe("registering an endpoint", () => {
  it("returns the endpoint with its secret, shown only once", async () => {
    const { key } = await makeBank();
    const { status, body } = await add(key, { url, description: "Ledger" });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      url,
      description: "Ledger",
      status: "enabled",
      disabled_reason: null,
      failing_since: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...shown } = body.data;
    const row = await db().webhookEndpoint.findUniqueOrThrow({ where: { id: shown.endpoint_id } });
    expect(endpointSecrets.decrypt(row.id, row.encryptedSecret)).toBe(secret);
    expect((await list(key)).body.data).toEqual([shown]);
  });

  it("lists every violation at once", async () => {
    const { key } = await makeBank();
    const answer = await add(key, { url: "ftp://bank.example/", description: "x".repeat(256) });
    expect(violationsIn(answer.body)).toEqual([
      "body.description string_too_long",
      "body.url value_error",
    ]);
    expect(violationsIn((await add(key, {})).body)).toEqual(["body.url missing"]);
    expect(violationsIn((await add(key, { url: "" })).body)).toEqual(["body.url string_too_short"]);
  });

  it("accepts public addresses only, unless loopback is allowed", async () => {
    const { key } = await makeBank();
    process.env.ALLOW_LOOPBACK_WEBHOOKS = "false";
    rereadEnv();
    try {
      for (const inside of ["https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/"]) {
        const answer = await add(key, { url: inside });
        expect(violationsIn(answer.body)).toEqual(["body.url value_error"]);
      }
    } finally {
      process.env.ALLOW_LOOPBACK_WEBHOOKS = "true";
      rereadEnv();
    }
  });

  it("keeps the secret and the URL's path out of the audit log, and names the key", async () => {
    const { key, keyId, bankId } = await makeBank();
    const { body } = await add(key, { url: `${url}?token=hush` });
    const entries = await db().auditEntry.findMany({ where: { subject: body.data.endpoint_id } });
    expect(entries).toMatchObject([
      {
        actor: `key:${keyId}`,
        action: "webhook.add",
        bankId,
        details: { url: "https://bank.example" },
      },
    ]);
  });
});

describe("a bank's endpoint limit", () => {
  const addMany = (bank: Awaited<ReturnType<typeof makeBank>>, count: number) =>
    Promise.all(Array.from({ length: count }, () => addEndpoint(bank.scope, { url })));

  it("is sixteen, and deleting one frees a slot", async () => {
    const bank = await makeBank();
    const [first] = await addMany(bank, MAX_ENDPOINTS);
    const refused = await add(bank.key, { url });
    expect(violationsIn(refused.body)).toEqual(["body.url value_error"]);
    expect(refused.body.detail[0].msg).toContain("16");
    const params = { endpoint_id: first?.endpoint_id as string };
    await call(operation("deleteWebhookEndpoint"), { key: bank.key, params });
    expect((await add(bank.key, { url })).status).toBe(201);
  });

  it("is a hundred a day, deleted ones included, since their deliveries stay queued", async () => {
    const bank = await makeBank();
    const { endpoint_id: id } = await addEndpoint(bank.scope, { url });
    await deleteEndpoint(bank.scope, id);
    const addBefore = (count: number, interval: string) =>
      transaction((tx) =>
        tx.query(
          `insert into webhook_endpoint (id, bank_id, url, encrypted_secret, status, created_at)
           select gen_random_uuid(), bank_id, url, encrypted_secret, status,
             now() - $3::interval
           from webhook_endpoint, generate_series(1, $2) where id = $1`,
          [id, count, interval],
        ),
      );
    await addBefore(200, "25 hours");
    await addBefore(MAX_ADDED_A_DAY - 2, "23 hours");
    expect((await add(bank.key, { url })).status).toBe(201);
    const refused = await add(bank.key, { url });
    expect(violationsIn(refused.body)).toEqual(["body.url value_error"]);
    expect(refused.body.detail[0].msg).toContain(String(MAX_ADDED_A_DAY));
  });

  it("holds under concurrent requests", async () => {
    const bank = await makeBank();
    await addMany(bank, MAX_ENDPOINTS - 2);
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(bank.key, { url })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 422, 422, 422, 422]);
    expect((await list(bank.key)).body.meta.total).toBe(MAX_ENDPOINTS);
  });

  it("isn't blocked by donations that lock the bank", async () => {
    const bank = await makeBank();
    await transaction(async (tx) => {
      await tx.query("select 1 from bank where id = $1 for key share", [bank.bankId]);
      expect((await add(bank.key, { url })).status).toBe(201);
    });
  });
});

describe("listing endpoints", () => {
  it("paginates through the bank's own endpoints, newest first, without deleted ones", async () => {
    const [bank, other] = [await makeBank(), await makeBank()];
    await addEndpoint(other.scope, { url });
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4]) {
      ids.unshift((await addEndpoint(bank.scope, { url: `${url}/${n}` })).endpoint_id);
    }
    const params = { endpoint_id: ids.pop() as string };
    await call(operation("deleteWebhookEndpoint"), { key: bank.key, params });
    const first = (await list(bank.key, { limit: "2" })).body;
    expect(first.meta).toMatchObject({ total: 3, limit: 2 });
    const rest = (await list(bank.key, { limit: "2", cursor: first.meta.next_cursor })).body;
    expect(rest.meta.next_cursor).toBeNull();
    const seen = [...first.data, ...rest.data].map(
      (row: { endpoint_id: string }) => row.endpoint_id,
    );
    expect(seen).toEqual(ids);
    const foreign = await list(other.key, { cursor: first.meta.next_cursor });
    expect(violationsIn(foreign.body)).toEqual(["query.cursor cursor_invalid"]);
  });
});

it("responds identically for another bank's, a deleted, and an unknown endpoint", async () => {
  const [bank, other] = [await makeBank(), await makeBank()];
  const foreign = await addEndpoint(other.scope, { url });
  const deleted = await addEndpoint(bank.scope, { url });
  const remove = operation("deleteWebhookEndpoint");
  await call(remove, { key: bank.key, params: { endpoint_id: deleted.endpoint_id } });
  const operations = [
    "getWebhookEndpoint",
    "changeWebhookEndpoint",
    "rotateWebhookSecret",
    "testWebhookEndpoint",
    "listWebhookDeliveries",
    "deleteWebhookEndpoint",
  ].map(operation);
  for (const endpoint_id of [foreign.endpoint_id, deleted.endpoint_id, randomUUID()]) {
    for (const each of operations) {
      const body = each.contract.body ? { body: { status: "disabled" } } : {};
      const answer = await call(each, { key: bank.key, params: { endpoint_id }, ...body });
      expect(answer.status).toBe(404);
      expect(answer.body.error).toEqual({
        code: "ENDPOINT_NOT_FOUND",
        message: "No webhook endpoint has this ID.",
      });
    }
  }
  const row = await db().webhookEndpoint.findUniqueOrThrow({ where: { id: foreign.endpoint_id } });
  expect(row).toMatchObject({ status: "enabled", previousEncryptedSecret: null });
});

describe("an Idempotency-Key", () => {
  const addWith = (key: string, idempotencyKey: string, body: object) =>
    call(operation("addWebhookEndpoint"), {
      key,
      body,
      headers: { "Idempotency-Key": idempotencyKey },
    });

  it("adds one endpoint, and returns its secret again to whoever lost the response", async () => {
    const bank = await makeBank();
    const body = { url, event_types: ["donation.failed", "donation.completed"] };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => addWith(bank.key, "k-1", body)),
    );
    const [first] = answers;
    expect(first?.status).toBe(201);
    expect(first?.body.data.secret).toMatch(/^whsec_/);
    for (const { status, body } of answers) {
      expect([status, body.data]).toEqual([201, first?.body.data]);
    }
    const same = { url, description: null, event_types: body.event_types.toReversed() };
    expect((await addWith(bank.key, "k-1", same)).body.data).toEqual(first?.body.data);
    expect(await db().webhookEndpoint.count({ where: { bankId: bank.bankId } })).toBe(1);
  });

  it("is refused for another request, and for an endpoint that was deleted", async () => {
    const bank = await makeBank();
    const { endpoint_id } = (await addWith(bank.key, "k-1", { url })).body.data;
    for (const body of [
      { url: `${url}/2` },
      { url, description: "x" },
      { url, event_types: ["donation.failed"] },
    ]) {
      const { status, body: answer } = await addWith(bank.key, "k-1", body);
      expect([status, answer.detail?.[0].loc]).toEqual([422, ["header", "Idempotency-Key"]]);
    }
    await deleteEndpoint(bank.scope, endpoint_id);
    expect((await addWith(bank.key, "k-1", { url })).status).toBe(422);
    expect((await addWith(bank.key, "k-2", { url })).status).toBe(201);
  });

  it("gives no secret once it was rotated, by anyone, or after a day", async () => {
    const bank = await makeBank();
    const [rotated, old] = [{ url }, { url: `${url}/old` }];
    const { endpoint_id } = (await addWith(bank.key, "k-1", rotated)).body.data;
    const id = (await addWith(bank.key, "k-2", old)).body.data.endpoint_id;
    const { secret } = await rotateSecret(bank.scope, endpoint_id);
    const createdAt = new Date(Date.now() - 25 * 3_600_000);
    await db().webhookEndpoint.update({ where: { id }, data: { createdAt } });
    for (const again of [
      await addWith(bank.key, "k-1", rotated),
      await addWith(bank.key, "k-2", old),
    ]) {
      expect(again.status).toBe(422);
      expect(again.body.detail[0].loc).toEqual(["header", "Idempotency-Key"]);
      expect(JSON.stringify(again.body)).not.toMatch(/whsec_/);
      expect(JSON.stringify(again.body)).not.toContain(secret);
    }
  });

  it("is a bank's own, and works at the limit", async () => {
    const [bank, other] = await Promise.all([makeBank(), makeBank()]);
    const first = await addWith(bank.key, "k", { url });
    const theirs = await addWith(other.key, "k", { url });
    expect(theirs.body.data.endpoint_id).not.toBe(first.body.data.endpoint_id);
    for (let count = 1; count < MAX_ENDPOINTS; count++) await addEndpoint(bank.scope, { url });
    expect((await addWith(bank.key, "k", { url })).body.data).toEqual(first.body.data);
    expect((await addWith(bank.key, "k-2", { url })).status).toBe(422);
  });
});
