import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { addEndpoint, sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import { call, violationsIn } from "#test/api.ts";
import { deliver } from "#test/attempts.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { startReceiver } from "#test/receiver.ts";

let bank: Bank;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let endpointId: string;
/** The three events: delivered at the first attempt, at the 25th, and still pending. */
let sent: string[];

const deliveryOf = async (eventId: string | undefined) =>
  (await db().webhookDelivery.findFirstOrThrow({ where: { eventId: eventId as string } })).id;
const attempt = async (eventId: string | undefined) => deliver(await deliveryOf(eventId));

beforeAll(async () => {
  bank = await makeBank();
  receiver = await startReceiver((nth) =>
    nth === 1 || nth === 26 ? { status: 200, body: "ok" } : { status: 500, body: `no ${nth}` },
  );
  endpointId = (await addEndpoint(bank.scope, { url: receiver.url })).endpoint_id;
  const other = await addEndpoint(bank.scope, { url: receiver.url });
  await sendTestEvent(bank.scope, other.endpoint_id);
  sent = [];
  for (const _ of [1, 2, 3]) sent.push((await sendTestEvent(bank.scope, endpointId)).event_id);
  await attempt(sent[0]);
  for (let n = 0; n < 25; n++) await attempt(sent[1]);
});
afterAll(() => receiver.close());

const list = (query: Record<string, string> = {}) =>
  call(operation("listWebhookDeliveries"), {
    key: bank.key,
    params: { endpoint_id: endpointId },
    query,
  });
const eventsOf = (body: { data: { event_id: string }[] }) => body.data.map((row) => row.event_id);

it("lists only this endpoint's deliveries, newest first", async () => {
  const { body } = await list();
  expect(eventsOf(body)).toEqual([...sent].reverse());
  expect(body.meta.total).toBe(3);
  expect(body.data[0]).toMatchObject({
    endpoint_id: endpointId,
    event_type: "webhook.test",
    donation_id: null,
    status: "pending",
    attempt_count: 0,
    next_attempt_at: expect.any(String),
    settled_at: null,
    attempts: [],
  });
  expect(body.data[2]).toMatchObject({
    status: "delivered",
    next_attempt_at: null,
    settled_at: expect.any(String),
    attempts: [{ response_code: 200, error: null, response_body: "ok" }],
  });
});

it("returns the latest twenty attempts of each, oldest first", async () => {
  const { attempts, attempt_count } = (await list()).body.data[1];
  expect(attempt_count).toBe(25);
  expect(attempts.map((each: { response_body: string }) => each.response_body)).toEqual([
    ...Array.from({ length: 19 }, (_, n) => `no ${n + 7}`),
    "ok",
  ]);
  const times = attempts.map((each: { attempted_at: string }) => each.attempted_at);
  expect(times).toEqual([...times].sort());
  expect(Date.now() - Date.parse(times[0])).toBeLessThan(60_000);
});

it("filters by status, with the matching total", async () => {
  const pending = await list({ status: "pending" });
  expect(eventsOf(pending.body)).toEqual([sent[2]]);
  expect(pending.body.meta.total).toBe(1);
  expect((await list({ status: "delivered" })).body.meta.total).toBe(2);
  expect((await list({ status: "dead" })).body).toMatchObject({ data: [], meta: { total: 0 } });
  expect(violationsIn((await list({ status: "gone" })).body)).toEqual(["query.status enum"]);
});

it("paginates without repeating or skipping", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await list({ limit: "1", ...(cursor ? { cursor } : {}) });
    seen.push(...eventsOf(body));
    cursor = body.meta.next_cursor;
  } while (cursor);
  expect(seen).toEqual([...sent].reverse());
});
