import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import {
  DRAWING_LIMITS,
  drawingQueue,
  drawingTurn,
  withCardholderLimit,
} from "#lib/receipts/drawing/queue.ts";
import { call, send, violationsIn } from "#test/api.ts";
import { makeCardholder, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makeCompletedDonation } from "#test/receipt-operations.ts";

const tested = operation("getStatement");

const get = (token: string, year: string) => call(tested, { token, params: { year } });

const JUNE = new Date("2026-06-01T12:00:00Z");

async function makeFund(schoolId: string, fundId: string, kind: Record<string, unknown>) {
  const data = { schoolId, fundId, name: fundId, description: "", position: 9 };
  await db().fund.create({ data: { ...data, deductibility: "none", ...kind } });
}

it("lists the year by date, issues missing receipts, and totals by class", async () => {
  const person = await makeCardholder();
  const school = await makeSchool();
  await makeFund(school, "gala", {
    name: "Spring Gala",
    deductibility: "quid_pro_quo",
    goodFaithValueCents: 1_000,
  });
  await makeFund(school, "seats", { deductibility: "none" });
  const give = (fund_designation: string, dollar_amount: number, day: string) =>
    makeCompletedDonation(person, {
      school_id: school,
      fund_designation,
      dollar_amount,
      completedAt: new Date(`${day}T12:00:00Z`),
    });
  const ids = [
    await give("annual-fund", 19.99, "2026-05-02"),
    await give("gala", 30.1, "2026-02-01"),
    await give("seats", 50, "2026-03-01"),
    await give("For the band", 40, "2026-04-01"),
    await give("annual-fund", 10.1, "2026-12-01"),
  ];
  const { status, body } = await get(person.token, "2026");
  expect(status).toBe(200);
  expect(body.data.donations.map((row: { donation_id: string }) => row.donation_id)).toEqual(
    [1, 2, 3, 0, 4].map((n) => ids[n]),
  );
  expect(body.data.donations[0]).toEqual({
    original_amount_usd: 30.1,
    reversals: [],
    changed_after_year: false,
    receipt_number: `${school.toUpperCase()}-2026-000001`,
    donation_id: ids[1],
    donation_date: "2026-02-01",
    organization_name: `${school} Fund`,
    school_id: school,
    fund_designation: "gala",
    fund_name: "Spring Gala",
    dollar_amount: 30.1,
    deductible_amount_usd: 20.1,
    deductibility: "quid_pro_quo",
  });
  expect(body.data).toMatchObject({
    year: 2026,
    donor_name: "Pat Sample",
    donor_email: person.email,
    totals: [
      { deductibility: "full", donation_count: 2, total_usd: 30.09, deductible_amount_usd: 30.09 },
      {
        deductibility: "quid_pro_quo",
        donation_count: 1,
        total_usd: 30.1,
        deductible_amount_usd: 20.1,
      },
      { deductibility: "none", donation_count: 1, total_usd: 50, deductible_amount_usd: 0 },
      { deductibility: null, donation_count: 1, total_usd: 40, deductible_amount_usd: null },
    ],
    total_usd: 150.19,
    total_deductible_usd: 50.19,
    specimen: true,
  });
  const again = (await get(person.token, "2026")).body.data;
  expect(again.donations).toEqual(body.data.donations);
});

it("assigns each donation to its foundation's calendar year", async () => {
  const person = await makeCardholder();
  const [island, east] = [await makeSchool(), await makeSchool()];
  await db().school.update({ where: { id: island }, data: { timeZone: "Pacific/Honolulu" } });
  const completedAt = new Date("2027-01-01T09:30:00Z");
  const late = await makeCompletedDonation(person, { school_id: island, completedAt });
  const early = await makeCompletedDonation(person, { school_id: east, completedAt });
  const idsOf = async (year: string) =>
    (await get(person.token, year)).body.data.donations.map(
      (row: { donation_id: string }) => row.donation_id,
    );
  expect(await idsOf("2026")).toEqual([late]);
  expect(await idsOf("2027")).toEqual([early]);
  // Once a receipt is issued, its year stays, even if the foundation moves.
  await db().school.update({ where: { id: island }, data: { timeZone: "America/New_York" } });
  expect(await idsOf("2026")).toEqual([late]);
});

it("is empty for a year without donations", async () => {
  const { token } = await makeCardholder();
  expect((await get(token, "2001")).body.data).toMatchObject({
    donations: [],
    totals: [],
    total_usd: 0,
    total_deductible_usd: 0,
  });
});

it("includes nothing of another cardholder's and nothing uncompleted", async () => {
  const person = await makeCardholder();
  const id = await makeCompletedDonation(person, { completedAt: JUNE });
  const stranger = await makeCardholder(person.bank);
  expect((await get(stranger.token, "2026")).body.data.donations).toEqual([]);
  await db().donation.update({ where: { id }, data: { status: "pending", completedAt: null } });
  expect((await get(person.token, "2026")).body.data.donations).toEqual([]);
});

it("is a PDF on request", async () => {
  const person = await makeCardholder();
  await makeCompletedDonation(person, { completedAt: JUNE });
  const headers = { Authorization: `Bearer ${person.token}`, Accept: "application/pdf" };
  const request = new Request("http://service.test/v1/portal/statements/2026", { headers });
  const response = await tested.handler(request, { params: Promise.resolve({ year: "2026" }) });
  expect(response.headers.get("content-disposition")).toContain("statement-2026.pdf");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
});

it("returns the page and page count, and rejects a page out of range", async () => {
  const person = await makeCardholder();
  await makeCompletedDonation(person, { completedAt: JUNE });
  const { body } = await get(person.token, "2026");
  expect(body.data).toMatchObject({ page: 1, page_count: 1, donation_count: 1 });
  const of = (page: string) =>
    call(tested, { token: person.token, params: { year: "2026" }, query: { page } });
  expect((await of("1")).body.data.donations).toEqual(body.data.donations);
  expect(violationsIn((await of("2")).body)).toEqual(["query.page less_than_equal"]);
  expect(violationsIn((await of("0")).body)).toEqual(["query.page greater_than_equal"]);
  expect(violationsIn((await of("100001")).body)).toEqual(["query.page less_than_equal"]);
  expect(violationsIn((await of("last")).body)).toEqual(["query.page int_parsing"]);
});

it("draws two at a time per cardholder and rejects a third with Retry-After", async () => {
  const person = await makeCardholder();
  await makeCompletedDonation(person, { completedAt: JUNE });
  const headers = { Accept: "application/pdf" };
  const request = { token: person.token, params: { year: "2026" }, headers };
  const { promise, resolve } = Promise.withResolvers<void>();
  const { cardholderId } = person;
  const turn = drawingTurn.statement(cardholderId);
  const two = [1, 2].map(() => withCardholderLimit(cardholderId, turn, () => promise));
  const refused = await send(tested, request);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({ error: { code: "RATE_LIMITED" } });
  resolve();
  await Promise.all(two);
  expect((await send(tested, request)).status).toBe(200);
});

it("responds 503 if too many are waiting, before reading anything", async () => {
  const person = await makeCardholder();
  await makeCompletedDonation(person, { completedAt: JUNE });
  const { promise, resolve } = Promise.withResolvers<void>();
  const others = Array.from(
    { length: DRAWING_LIMITS.concurrency - 1 + DRAWING_LIMITS.waiting },
    (_, n) => drawingQueue().run(drawingTurn.statement(`person ${n}`), () => promise),
  );
  const headers = { Accept: "application/pdf" };
  const answer = await send(tested, { token: person.token, params: { year: "2026" }, headers });
  resolve();
  await Promise.all(others);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await answer.json()).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
  expect(await db().receipt.count({ where: { donation: { bankId: person.bank.bankId } } })).toBe(0);
});

describe("422", () => {
  it.each([
    ["1999", "greater_than_equal"],
    ["2101", "less_than_equal"],
    ["2026.5", "int_parsing"],
    ["now", "int_parsing"],
    ["-2026", "greater_than_equal"],
  ])("rejects the year %s", async (year, type) => {
    const { token } = await makeCardholder();
    expect(violationsIn((await get(token, year)).body)).toEqual([`path.year ${type}`]);
  });
});
