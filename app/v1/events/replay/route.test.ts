import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db, pool, transaction } from "#lib/db.ts";
import { addEndpoint, changeEndpoint } from "#lib/webhooks/endpoints.ts";
import { MAX_REPLAYED } from "#lib/webhooks/events-contract.ts";
import { recordEvent } from "#lib/webhooks/record.ts";
import { sendTestEvent } from "#lib/webhooks/test-event.ts";
import { call, violationsIn } from "#test/api.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const url = "https://bank.example/hooks";
const day = (n: number) => new Date(Date.UTC(2026, 2, n));

/** An event of each of the first days of March, before there is any endpoint. */
async function told(count: number) {
  const bank = await makeBank();
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) {
    const event = { bankId: bank.bankId, donationId: null, sequence: 0, data: {}, at: day(n) };
    const record = { ...event, type: "donation.completed" } as const;
    ids.push(await transaction((tx) => recordEvent(tx, record)));
  }
  return { bank, ids };
}

const add = async (bank: Bank) => (await addEndpoint(bank.scope, { url })).endpoint_id;
const march = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };
const range = (bank: Bank, body: unknown) =>
  call(operation("replayEvents"), { key: bank.key, body });
const one = (bank: Bank, event_id: string) =>
  call(operation("replayEvent"), { key: bank.key, params: { event_id } });

const deliveries = (bank: Bank) =>
  db().webhookDelivery.findMany({
    where: { event: { bankId: bank.bankId } },
    include: { event: true },
    orderBy: { event: { createdAt: "asc" } },
  });
const settle = (bank: Bank, status: string) =>
  pool().query(
    `update webhook_delivery set status = $2, settled_at = now(), attempt_count = 9
     from event where event.id = event_id and bank_id = $1`,
    [bank.bankId, status],
  );
async function jobsOf(bank: Bank): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `select count(*) from outbox join webhook_delivery d on d.id = (data->>'delivery_id')::uuid
     join event on event.id = d.event_id where bank_id = $1`,
    [bank.bankId],
  );
  return rows[0]?.count ?? 0;
}

describe("replaying one event", () => {
  it("reaches every enabled endpoint, also one that was added since, with a job for each", async () => {
    const { bank, ids } = await told(2);
    await add(bank);
    await changeEndpoint(bank.scope, await add(bank), { status: "disabled" });
    const { status, body } = await one(bank, ids[0] as string);
    expect([status, body.data]).toEqual([202, { event_id: ids[0], deliveries: 1 }]);
    expect(await deliveries(bank)).toMatchObject([{ eventId: ids[0], status: "pending" }]);
    expect(await jobsOf(bank)).toBe(1);
  });

  it("sends a test only where it went before", async () => {
    const bank = await makeBank();
    const { event_id } = await sendTestEvent(bank.scope, await add(bank));
    await add(bank);
    expect((await one(bank, event_id)).body.data.deliveries).toBe(1);
    expect(await deliveries(bank)).toHaveLength(1);
  });

  it("of another bank answers as for one that never was, and sends nothing", async () => {
    const { bank, ids } = await told(1);
    await add(bank);
    const other = await makeBank();
    await add(other);
    for (const id of [ids[0] as string, randomUUID()]) {
      const { status, body } = await one(other, id);
      expect([status, body.error.code]).toEqual([404, "EVENT_NOT_FOUND"]);
    }
    expect([...(await deliveries(bank)), ...(await deliveries(other))]).toEqual([]);
  });
});

describe("replaying a range", () => {
  it("takes its start and leaves its end", async () => {
    const { bank, ids } = await told(4);
    await add(bank);
    const { status, body } = await range(bank, {
      from: "2026-03-02T00:00:00Z",
      to: "2026-03-04T00:00:00Z",
    });
    expect([status, body.data]).toEqual([202, { events: 2, deliveries: 2 }]);
    expect((await deliveries(bank)).map(({ eventId }) => eventId)).toEqual([ids[1], ids[2]]);
  });

  it("makes what is missing and begins anew what has ended, at enabled endpoints only", async () => {
    const { bank } = await told(3);
    const first = await add(bank);
    await range(bank, march);
    await settle(bank, "dead");
    const second = await add(bank);
    const off = await add(bank);
    await changeEndpoint(bank.scope, off, { status: "disabled" });
    const { body } = await range(bank, march);
    expect(body.data).toEqual({ events: 3, deliveries: 6 });
    const rows = await deliveries(bank);
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      expect(row).toMatchObject({ status: "pending", attemptCount: 0, settledAt: null });
    }
    const ofFirst = rows.filter(({ endpointId }) => endpointId === first);
    expect(ofFirst.map(({ generation }) => generation)).toEqual([2, 2, 2]);
    expect(new Set(rows.map(({ endpointId }) => endpointId))).toEqual(new Set([first, second]));
    expect(await jobsOf(bank)).toBe(9);
  });

  it("goes to one endpoint alone where it is named", async () => {
    const { bank } = await told(2);
    const first = await add(bank);
    await add(bank);
    const { body } = await range(bank, { ...march, endpoint_id: first });
    expect(body.data).toEqual({ events: 2, deliveries: 2 });
    expect((await deliveries(bank)).map(({ endpointId }) => endpointId)).toEqual([first, first]);
  });

  it("names an endpoint that is unknown, another bank's, deleted or disabled", async () => {
    const { bank } = await told(1);
    const disabled = await add(bank);
    await changeEndpoint(bank.scope, disabled, { status: "disabled" });
    const deleted = await add(bank);
    const params = { endpoint_id: deleted };
    await call(operation("deleteWebhookEndpoint"), { key: bank.key, params });
    const foreign = await add(await makeBank());
    for (const endpoint_id of [randomUUID(), foreign, deleted, disabled]) {
      const { body } = await range(bank, { ...march, endpoint_id });
      expect(violationsIn(body)).toEqual(["body.endpoint_id value_error"]);
    }
    expect(await deliveries(bank)).toEqual([]);
  });

  it("lists what is wrong with it at once", async () => {
    const bank = await makeBank();
    const check = async (body: unknown) => violationsIn((await range(bank, body)).body);
    expect(await check({})).toEqual(["body.from missing", "body.to missing"]);
    expect(await check({ from: 1, to: "today", endpoint_id: "x" })).toEqual([
      "body.endpoint_id uuid_parsing",
      "body.from string_type",
      "body.to datetime_parsing",
    ]);
    expect(await check({ from: march.to, to: march.from })).toEqual(["body.to value_error"]);
    expect(await check({ from: march.to, to: march.to })).toEqual(["body.to value_error"]);
  });

  it("holds at most ten thousand events, and says how many were found", async () => {
    const bank = await makeBank();
    await pool().query(
      `insert into event (id, bank_id, type, sequence, body, created_at)
       select gen_random_uuid(), $1, 'donation.completed', 0, '{"data":{}}',
         '2026-03-01T00:00:00Z'::timestamptz + n * interval '1 second'
       from generate_series(0, $2) n`,
      [bank.bankId, MAX_REPLAYED],
    );
    await add(bank);
    const { body } = await range(bank, march);
    expect(violationsIn(body)).toEqual(["body.to value_error"]);
    expect(body.detail[0].msg).toContain("10001");
    expect(await deliveries(bank)).toEqual([]);
    const less = await range(bank, { ...march, from: "2026-03-01T00:00:01Z" });
    expect(less.body.data).toEqual({ events: MAX_REPLAYED, deliveries: MAX_REPLAYED });
  }, 240_000);
});
