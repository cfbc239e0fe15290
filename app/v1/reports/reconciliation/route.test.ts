import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import { type Bank, donationBody, makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("getReconciliation");
const request = operation("requestDonation");

const DAY = "2026-03-04";
let bank: Bank;
let school: string;
const ids: Record<string, string> = {};

/** Makes a donation accepted and settled at these times. Its cents decide how the platform responds. */
async function donate(name: string, dollars: number, acceptedAt: string, settledAt?: string) {
  const body = donationBody(school, {
    dollar_amount: dollars,
    points_redeemed: Math.round(dollars * 100),
  });
  const { donation_id: id } = (await call(request, { key: bank.key, body })).body.data;
  ids[name] = id;
  if (settledAt) {
    await push(id);
    const field = dollars % 1 > 0.9 ? "failedAt" : "completedAt";
    await db().donation.update({ where: { id }, data: { [field]: settledAt } });
  }
  await db().donation.update({ where: { id }, data: { createdAt: acceptedAt } });
}

beforeAll(async () => {
  bank = await makeBank();
  school = await makeSchool();
  await donate("before", 10, "2026-03-03T23:59:59.999Z", "2026-03-04T00:00:00.000Z");
  await donate("first", 19.99, "2026-03-04T00:00:00.000Z");
  await donate("refused", 25.91, "2026-03-04T08:00:00.000Z", "2026-03-04T08:00:01.000Z");
  await donate("done", 10, "2026-03-04T12:00:00.000Z", "2026-03-04T23:59:59.999Z");
  await donate("last", 1_000, "2026-03-04T23:59:59.999Z", "2026-03-05T00:00:00.000Z");
  await donate("after", 30, "2026-03-05T00:00:00.000Z", "2026-03-05T00:00:01.000Z");
});

async function report(query: Record<string, string> = {}, key = bank.key) {
  const { status, body } = await call(tested, { key, query: { date: DAY, ...query } });
  expect(status).toBe(200);
  const names = body.data.map((row: { donation_id: string }) =>
    Object.keys(ids).find((name) => ids[name] === row.donation_id),
  );
  return { ...body, names };
}

const sum = (count: number, dollars: number, net = dollars) => ({
  net_usd: net,
  count,
  dollar_amount: dollars,
  points_redeemed: Math.round(dollars * 100),
});

it("sums points exactly beyond the safe integer range", async () => {
  const other = await makeBank();
  const most = Number.MAX_SAFE_INTEGER;
  for (const points_redeemed of [most, most, 3]) {
    await call(request, { key: other.key, body: donationBody(school, { points_redeemed }) });
  }
  const date = new Date().toISOString().slice(0, 10);
  const response = await tested.handler(
    new Request(`http://service.test/v1/reports/reconciliation?date=${date}`, {
      headers: { "X-Service-API-Key": other.key },
    }),
    { params: Promise.resolve({}) },
  );
  const exact = 2n * BigInt(most) + 3n;
  expect(await response.text()).toContain(`"points_redeemed":${exact}}`);
});

/** Of a subtotal. */
const at = (status: string) => ({ school_id: school, fund_id: "annual-fund", status });

it("takes a range of days, whose totals are those of its days", async () => {
  const days = { date: "2026-03-03", through: "2026-03-05" };
  const range = await report(days);
  const single = await Promise.all([days.date, DAY, days.through].map((date) => report({ date })));
  expect(range.meta.total).toBe(single.reduce((total, { meta }) => total + meta.total, 0));
  expect(range.meta.summary).toMatchObject(days);
  expect(range.names).toEqual(single.reverse().flatMap(({ names }) => names));
});

describe("by the day of acceptance", () => {
  it("returns the outcome of everything accepted that day, to the cent and the millisecond", async () => {
    const { names, meta } = await report();
    expect(names).toEqual(["last", "done", "refused", "first"]);
    expect(meta).toMatchObject({ total: 4, next_cursor: null });
    expect(meta.summary).toEqual({
      date: DAY,
      through: DAY,
      basis: "accepted",
      as_of: expect.any(String),
      final: false,
      totals: {
        all: sum(4, 1055.9, 1029.99),
        completed: sum(2, 1010),
        failed: sum(1, 25.91, 0),
        pending: sum(1, 19.99),
        canceled: sum(0, 0),
      },
      subtotals: [
        { ...at("completed"), ...sum(2, 1010) },
        { ...at("failed"), ...sum(1, 25.91, 0) },
        { ...at("pending"), ...sum(1, 19.99) },
      ],
    });
  });

  it("returns each donation's current state with its event ids", async () => {
    const { data } = await report();
    for (const row of data) {
      const { event_ids, ...shown } = row;
      const params = { donation_id: row.donation_id };
      const donation = await call(operation("getDonation"), { key: bank.key, params });
      expect(donation.body.data).toMatchObject(shown);
      const query = { donation_id: row.donation_id };
      const events = await call(operation("listEvents"), { key: bank.key, query });
      const eventIds = events.body.data.map((event: { event_id: string }) => event.event_id);
      expect(event_ids).toEqual(eventIds.reverse());
    }
    expect(data.map((row: { event_ids: string[] }) => row.event_ids.length)).toEqual([1, 1, 1, 0]);
  });

  it("repeats the day's totals on every page", async () => {
    const first = await report({ limit: "3" });
    const second = await report({ limit: "3", cursor: first.meta.next_cursor });
    expect([...first.names, ...second.names]).toEqual(["last", "done", "refused", "first"]);
    expect(second.meta.summary.totals).toEqual(first.meta.summary.totals);
    expect(second.meta.next_cursor).toBeNull();
  });
});

it("by the day of settlement, returns what completed or failed that day, and nothing pending", async () => {
  const { names, meta } = await report({ basis: "settled" });
  expect(names).toEqual(["done", "refused", "before"]);
  expect(meta.total).toBe(3);
  expect(meta.summary.final).toBe(true);
  expect(meta.summary.totals).toEqual({
    all: sum(3, 45.91, 20),
    completed: sum(2, 20),
    failed: sum(1, 25.91, 0),
    pending: sum(0, 0),
    canceled: sum(0, 0),
  });
});

describe("is final", () => {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const today = dayOf(Date.now());

  it("never for a day in progress", async () => {
    for (const basis of ["accepted", "settled"]) {
      expect((await report({ date: today, basis })).meta.summary.final).toBe(false);
    }
  });

  it("for a past day, once nothing is pending", async () => {
    expect((await report({ date: "2026-03-05" })).meta.summary.final).toBe(true);
    expect((await report({ date: "2026-03-04" })).meta.summary.final).toBe(false);
    expect((await report({ date: "2026-01-01" })).meta.summary.final).toBe(true);
  });
});

it("assigns each donation to exactly one day", async () => {
  for (const basis of ["accepted", "settled"]) {
    const dates = ["2026-03-03", DAY, "2026-03-05"];
    const pages = await Promise.all(dates.map((date) => report({ date, basis })));
    const names = pages.flatMap((page) => page.names);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(basis === "accepted" ? 6 : 5);
  }
});

it("returns nothing of another bank's", async () => {
  const stranger = await makeBank();
  for (const basis of ["accepted", "settled"]) {
    const { data, meta } = await report({ basis }, stranger.key);
    expect(data).toEqual([]);
    expect(meta.summary.totals.all).toEqual(sum(0, 0));
  }
});

it.each([
  [{}, "query.date missing"],
  [{ date: "yesterday" }, "query.date datetime_parsing"],
  [{ date: "2026-02-30" }, "query.date datetime_parsing"],
  [{ date: "0000-01-01" }, "query.date datetime_parsing"],
  [{ date: "2026-03-04T00:00:00Z" }, "query.date datetime_parsing"],
  [{ date: "2999-01-01" }, "query.date value_error"],
  [{ date: DAY, basis: "created" }, "query.basis enum"],
  [{ date: DAY, format: "pdf" }, "query.format enum"],
  [{ date: DAY, through: "2026-03-03" }, "query.through value_error"],
  [{ date: DAY, through: "2026-06-04" }, "query.through value_error"],
])("rejects %j", async (query, violation) => {
  const { status, body } = await call(tested, { key: bank.key, query: query as never });
  expect(status).toBe(422);
  expect(violationsIn(body)).toEqual([violation]);
});
