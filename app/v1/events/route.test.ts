import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { addEndpoint, sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import { recordEvent } from "#lib/webhooks/events/record.ts";
import { replayNextBatch, startReplay } from "#lib/webhooks/replay/mutations.ts";
import { call, violationsIn } from "#test/api.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";

let bank: Bank;
let donationId: string;
/** One a day from March 1: completed, recurrence_due, and another donation's failed. */
let ids: string[];

async function donate(): Promise<string> {
  const request = donationRequestOf(donationBody(await makeSchool()));
  return (await requestDonation(bank.scope, request)).donation_id;
}

beforeAll(async () => {
  bank = await makeBank();
  await addEndpoint(bank.scope, { url: "https://bank.example/hooks" });
  donationId = await donate();
  const other = await donate();
  const events = [
    { donationId, type: "donation.completed", sequence: 1 },
    { donationId, type: "donation.recurrence_due", sequence: 2 },
    { donationId: other, type: "donation.failed", sequence: 1 },
  ] as const;
  ids = [];
  for (const [n, event] of events.entries()) {
    const at = new Date(Date.UTC(2026, 2, 1 + n));
    const data = { dollar_amount: 19.99, bank_transaction_ref: "é" };
    const recorded = { ...event, bankId: bank.bankId, data, at };
    ids.push(await transaction((tx) => recordEvent(tx, recorded)));
  }
});

const list = (query: Record<string, string> = {}, key = bank.key) =>
  call(operation("listEvents"), { key, query });
const idsOf = (body: { data: { event_id: string }[] }) => body.data.map((row) => row.event_id);
const get = (event_id: string, key = bank.key) =>
  call(operation("getEvent"), { key, params: { event_id } });

describe("the list of events", () => {
  it("lists events newest first, with the data as sent", async () => {
    const { body } = await list();
    expect(idsOf(body)).toEqual([...ids].reverse());
    expect(body.meta.total).toBe(3);
    expect(body.data[2]).toEqual({
      event_id: ids[0],
      type: "donation.completed",
      created_at: "2026-03-01T00:00:00.000Z",
      donation_id: donationId,
      sequence: 1,
      data: { dollar_amount: 19.99, bank_transaction_ref: "é", sequence: 1 },
    });
  });

  it.each([
    [{ type: "donation.failed" }, [2]],
    [{ type: "webhook.test" }, []],
    [{ from: "2026-03-02T00:00:00Z" }, [2, 1]],
    [{ to: "2026-03-02T00:00:00Z" }, [0]],
    [{ from: "2026-03-02T01:00:00+01:00", to: "2026-03-03T00:00:00.001Z" }, [2, 1]],
    [{ from: "2026-03-03T00:00:00Z", to: "2026-03-01T00:00:00Z" }, []],
  ] as [Record<string, string>, number[]][])("filtered by %o", async (query, expected) => {
    const { body } = await list(query);
    expect(idsOf(body)).toEqual(expected.map((n) => ids[n]));
    expect(body.meta.total).toBe(expected.length);
  });

  it("filters by donation and never returns another bank's events", async () => {
    const own = await list({ donation_id: donationId });
    expect(idsOf(own.body)).toEqual([ids[1], ids[0]]);
    expect(own.body.meta.total).toBe(2);
    const { key } = await makeBank();
    const foreign = await list({ donation_id: donationId }, key);
    expect(foreign.body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await list({}, key)).body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it("paginates through the whole list and rejects the cursor with other filters", async () => {
    const first = (await list({ limit: "2" })).body;
    const cursor = first.meta.next_cursor;
    const rest = (await list({ limit: "2", cursor })).body;
    expect([...idsOf(first), ...idsOf(rest)]).toEqual([...ids].reverse());
    const other = await list({ type: "donation.failed", cursor });
    expect(violationsIn(other.body)).toEqual(["query.cursor cursor_invalid"]);
  });

  it("lists every violation of the query at once", async () => {
    const { body } = await list({ type: "x", donation_id: "1", from: "today", to: "2026-03-01" });
    expect(violationsIn(body)).toEqual([
      "query.donation_id uuid_parsing",
      "query.from datetime_parsing",
      "query.to datetime_parsing",
      "query.type enum",
    ]);
  });
});

describe("an event", () => {
  it("is returned with its deliveries", async () => {
    const { body } = await get(ids[0] as string);
    expect(body.data).toMatchObject({
      event_id: ids[0],
      deliveries: [
        { event_id: ids[0], event_type: "donation.completed", status: "pending", attempts: [] },
      ],
    });
  });

  it("of another bank is treated as unknown", async () => {
    const { key } = await makeBank();
    const foreign = await get(ids[0] as string, key);
    const never = await get(randomUUID(), key);
    expect([foreign.status, never.status]).toEqual([404, 404]);
    expect(foreign.body.error).toEqual(never.body.error);
    expect(foreign.body.error.code).toBe("EVENT_NOT_FOUND");
  });
});

describe("samples that a bank has requested", () => {
  it("are told from real events, of every type, and never replayed with a range", async () => {
    const bank = await makeBank();
    const { endpoint_id } = await addEndpoint(bank.scope, { url: "https://bank.example/hooks" });
    const at = new Date(Date.now() - 60_000);
    const event = { bankId: bank.bankId, donationId: null, sequence: 0, data: {}, at };
    const real = await transaction((tx) => recordEvent(tx, { ...event, type: "account.linked" }));
    const { event_id: sample } = await sendTestEvent(bank.scope, endpoint_id, "account.linked", {});
    const { event_id: test } = await sendTestEvent(bank.scope, endpoint_id);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const found = async (query: Record<string, string>) => {
      const { body } = await list(query, bank.key);
      expect(body.meta.total).toBe(body.data.length);
      return idsOf(body);
    };
    for (const range of [{}, { from }, { from, to }] as Record<string, string>[]) {
      expect(await found(range)).toEqual([test, sample, real]);
      expect(await found({ ...range, test: "true" })).toEqual([test, sample]);
      expect(await found({ ...range, test: "false" })).toEqual([real]);
      expect(await found({ ...range, type: "account.linked", test: "false" })).toEqual([real]);
      expect(await found({ ...range, type: "account.linked", test: "1" })).toEqual([sample]);
    }
    const refused = await list({ test: "maybe" }, bank.key);
    expect(violationsIn(refused.body)).toEqual(["query.test bool_parsing"]);

    const replay = await startReplay(bank.scope, { from: new Date(from), to: new Date(to) });
    expect(replay.events_total).toBe(1);
    await replayNextBatch(replay.replay_id, 0);
    const deliveries = await db().webhookDelivery.findMany({ where: { endpointId: endpoint_id } });
    const generations = deliveries.map(({ eventId, generation }) => [eventId, generation]);
    expect(Object.fromEntries(generations)).toEqual({ [real]: 1, [sample]: 0, [test]: 0 });
  });
});
