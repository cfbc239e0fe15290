import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { requeue } from "#lib/jobs/sweep.ts";
import { addEndpoint, changeEndpoint, sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import { recordEvent } from "#lib/webhooks/events/record.ts";
import { KEPT_REPLAYS, MAX_REPLAYED } from "#lib/webhooks/replay/contract.ts";
import { MAX_DUE_DELIVERIES, replayNextBatch } from "#lib/webhooks/replay/mutations.ts";
import { REPLAYS } from "#lib/webhooks/replay/sql.ts";
import { call, violationsIn } from "#test/api.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { addEvents, runReplay } from "#test/replay-rounds.ts";

const url = "https://bank.example/hooks";
const day = (n: number) => new Date(Date.UTC(2026, 2, n));

/** Records one event on each of the first days of March, before there is any endpoint. */
async function recordEvents(count: number) {
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
/** A replay's progress, as its bank sees it. */
async function status(bank: Bank, replay_id: string) {
  const found = await call(operation("getReplay"), { key: bank.key, params: { replay_id } });
  return found.body.data;
}
/** Requests a range and runs its replay to the end. */
async function replayed(bank: Bank, body: unknown) {
  const { replay_id } = (await range(bank, body)).body.data;
  await runReplay(replay_id);
  return status(bank, replay_id);
}
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
  it("reaches every enabled endpoint, even one added since, with a job for each", async () => {
    const { bank, ids } = await recordEvents(2);
    await add(bank);
    await changeEndpoint(bank.scope, await add(bank), { status: "disabled" });
    const { status, body } = await one(bank, ids[0] as string);
    expect([status, body.data]).toEqual([202, { event_id: ids[0], deliveries: 1 }]);
    expect(await deliveries(bank)).toMatchObject([{ eventId: ids[0], status: "pending" }]);
    expect(await jobsOf(bank)).toBe(1);
  });

  it("replays a test event only to its original endpoint", async () => {
    const bank = await makeBank();
    const { event_id } = await sendTestEvent(bank.scope, await add(bank));
    await add(bank);
    expect((await one(bank, event_id)).body.data.deliveries).toBe(1);
    expect(await deliveries(bank)).toHaveLength(1);
  });

  it("treats another bank's event as unknown, and sends nothing", async () => {
    const { bank, ids } = await recordEvents(1);
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
  it("responds immediately with a replay that reports progress", async () => {
    const { bank } = await recordEvents(4);
    await add(bank);
    const { status: code, body } = await range(bank, march);
    const { replay_id, created_at } = body.data;
    const request = { replay_id, endpoint_id: null, events_total: 4, created_at };
    const bounds = { from: "2026-03-01T00:00:00.000Z", to: "2026-04-01T00:00:00.000Z" };
    const running = { status: "running", events: 0, deliveries: 0, completed_at: null };
    expect([code, body.data]).toEqual([202, { ...request, ...bounds, ...running }]);
    expect(await deliveries(bank)).toEqual([]);
    const jobs = await db().outbox.findMany({ where: { name: "webhook/replay.requested" } });
    expect(jobs.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ replay_id, bank_id: bank.bankId, generation: 0 }),
    );
    expect(await status(bank, replay_id)).toEqual(body.data);
    await runReplay(replay_id);
    const completed = { status: "completed", events: 4, deliveries: 4 };
    expect(await status(bank, replay_id)).toMatchObject({ ...request, ...bounds, ...completed });
    expect((await status(bank, replay_id)).completed_at).not.toBeNull();
  });

  it("includes its start and excludes its end and later events", async () => {
    const { bank, ids } = await recordEvents(4);
    await add(bank);
    const body = { from: "2026-03-02T00:00:00Z", to: "2026-03-04T00:00:00Z" };
    expect(await replayed(bank, body)).toMatchObject({ events: 2, deliveries: 2 });
    expect((await deliveries(bank)).map(({ eventId }) => eventId)).toEqual([ids[1], ids[2]]);
    const { replay_id } = (await range(bank, { ...body, to: "2199-01-01T00:00:00Z" })).body.data;
    await sendTestEvent(bank.scope, await add(bank));
    await pool().query("update event set created_at = now() + interval '1 hour' where id = $1", [
      ids[3],
    ]);
    await runReplay(replay_id);
    expect(await status(bank, replay_id)).toMatchObject({ events: 2, deliveries: 4 });
  });

  it("creates missing deliveries and restarts finished ones, at enabled endpoints only", async () => {
    const { bank } = await recordEvents(3);
    const first = await add(bank);
    await replayed(bank, march);
    await settle(bank, "dead");
    const second = await add(bank);
    const off = await add(bank);
    await changeEndpoint(bank.scope, off, { status: "disabled" });
    expect(await replayed(bank, march)).toMatchObject({ events: 3, deliveries: 6 });
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

  it("goes to a single endpoint if the request names one", async () => {
    const { bank } = await recordEvents(2);
    const first = await add(bank);
    await add(bank);
    const body = { ...march, endpoint_id: first };
    expect(await replayed(bank, body)).toMatchObject({
      endpoint_id: first,
      events: 2,
      deliveries: 2,
    });
    expect((await deliveries(bank)).map(({ endpointId }) => endpointId)).toEqual([first, first]);
  });

  it("rejects an endpoint that is unknown, another bank's, deleted, or disabled", async () => {
    const { bank } = await recordEvents(1);
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

  it("lists every violation at once", async () => {
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
});

describe("a replay", () => {
  it("is limited to two at a time per bank, under concurrency, without affecting other banks", async () => {
    const { bank } = await recordEvents(1);
    await add(bank);
    const responses = await Promise.all(Array.from({ length: 8 }, () => range(bank, march)));
    const codes = responses.map(({ status: code, body }) => body.error?.code ?? code).sort();
    expect(codes).toEqual([202, 202, ...Array.from({ length: 6 }, () => "TOO_MANY_REPLAYS")]);
    const other = (await recordEvents(1)).bank;
    expect((await range(other, march)).status).toBe(202);
    for (const { status: code, body } of responses)
      if (code === 202) await runReplay(body.data.replay_id);
    expect((await range(bank, march)).status).toBe(202);
  });

  it("is limited to ten thousand events, and creates about five hundred deliveries per batch", async () => {
    const bank = await makeBank();
    await addEvents(bank, MAX_REPLAYED + 1);
    await add(bank);
    await add(bank);
    const { body } = await range(bank, march);
    expect(violationsIn(body)).toEqual(["body.to value_error"]);
    expect(body.detail[0].msg).toContain(`at most ${MAX_REPLAYED} events`);
    const { replay_id, events_total } = (
      await range(bank, { ...march, from: "2026-03-01T00:00:01Z" })
    ).body.data;
    expect(events_total).toBe(MAX_REPLAYED);
    for (const done of [250, 500]) {
      expect(await replayNextBatch(replay_id, 0)).toBe("running");
      expect(await status(bank, replay_id)).toMatchObject({ events: done, deliveries: 2 * done });
    }
    // Nothing has been delivered, so it waits before it creates more.
    expect(2 * 500).toBeGreaterThanOrEqual(MAX_DUE_DELIVERIES);
    expect(await replayNextBatch(replay_id, 0)).toBe("waiting");
    expect(await status(bank, replay_id)).toMatchObject({ events: 500, deliveries: 1_000 });
    await settle(bank, "delivered");
    expect(await replayNextBatch(replay_id, 0)).toBe("running");
  });

  it("replays each event once: if a run is interrupted, the next one continues after it", async () => {
    const bank = await makeBank();
    await addEvents(bank, 600);
    await add(bank);
    const { replay_id } = (await range(bank, march)).body.data;
    await replayNextBatch(replay_id, 0);
    // The run is lost, and the sweep queues it again.
    await pool().query(
      "update event_replay set next_attempt_at = now() - interval '1 hour' where id = $1",
      [replay_id],
    );
    expect(await requeue(REPLAYS, { lateByMs: 60_000, atMost: 10 })).toBe(1);
    expect(await replayNextBatch(replay_id, 0)).toBe("superseded");
    await runReplay(replay_id, 1);
    expect(await status(bank, replay_id)).toMatchObject({
      status: "completed",
      events: 600,
      deliveries: 600,
    });
    const rows = await deliveries(bank);
    expect(rows.map(({ generation }) => generation)).toEqual(Array.from({ length: 600 }, () => 1));
  });

  it("is deleted once it is old: a bank keeps its latest", async () => {
    const bank = await makeBank();
    const first = (await range(bank, march)).body.data;
    for (let n = 0; n < KEPT_REPLAYS + 5; n++) await range(bank, march);
    expect(first.status).toBe("completed");
    const params = { replay_id: first.replay_id };
    const gone = await call(operation("getReplay"), { key: bank.key, params });
    expect([gone.status, gone.body.error.code]).toEqual([404, "REPLAY_NOT_FOUND"]);
    const kept = await db().eventReplay.count({ where: { bankId: bank.bankId } });
    expect(kept).toBe(KEPT_REPLAYS);
  });
});
