import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { type Cardholder, donationBody, makeCardholder, makeSchool } from "#test/factories.ts";
import { requestDonation } from "../accept/mutations.ts";
import { donationRequest } from "../contract.ts";
import {
  listYearOfGiving,
  readFilterChoices,
  readUpdates,
  sumGivingOf,
  sumYears,
} from "./queries.ts";

type GiftOptions = { dollars?: number; at?: string; status?: string };

async function give(
  { bank, accountId }: Cardholder,
  schoolId: string,
  { dollars = 10, at = "2026-06-15T12:00:00Z", status = "completed" }: GiftOptions = {},
) {
  const body = donationBody(schoolId, { dollar_amount: dollars, service_user_id: accountId });
  const { donation_id: id } = await requestDonation(bank.scope, donationRequest.parse(body));
  const createdAt = new Date(at);
  const settled = {
    pending: {},
    completed: { completedAt: createdAt },
    failed: { failedAt: createdAt, failureReason: "no such fund" },
  }[status];
  await db().donation.update({ where: { id }, data: { status, createdAt, ...settled } });
}

const NOW = new Date("2026-11-21T12:00:00Z");

describe("a year of giving", () => {
  it("has the sum per month and school, largest school first", async () => {
    const person = await makeCardholder();
    const [small, large] = [await makeSchool({ name: "Small" }), await makeSchool()];
    await give(person, small, { dollars: 10.5, at: "2026-11-01T12:00:00Z" });
    await give(person, large, { dollars: 25, at: "2025-12-10T12:00:00Z" });
    await give(person, large, { dollars: 5.25, at: "2025-12-20T12:00:00Z" });
    const { months, schools } = await listYearOfGiving(person.scope, "UTC", NOW);
    expect([months.length, months[0], months.at(-1)]).toEqual([12, "2025-12", "2026-11"]);
    expect(schools.map(({ schoolId, totalCents }) => [schoolId, totalCents])).toEqual([
      [large, 3_025],
      [small, 1_050],
    ]);
    expect(schools[0]?.monthsCents).toEqual([3_025, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(schools[1]).toMatchObject({ schoolName: "Small" });
    expect(schools[1]?.monthsCents.at(-1)).toBe(1_050);
  });

  it("uses the reader's time zone, to the millisecond", async () => {
    const person = await makeCardholder();
    const school = await makeSchool();
    // Around midnight in New York: the first is before the twelve months, the third in October.
    await give(person, school, { dollars: 1e3, at: "2025-12-01T04:59:59.999Z" });
    await give(person, school, { dollars: 100, at: "2025-12-01T05:00:00.000Z" });
    await give(person, school, { dollars: 10, at: "2026-11-01T03:59:59.999Z" });
    await give(person, school, { dollars: 20, at: "2026-11-01T04:00:00.000Z" });
    const monthsIn = async (zone: string) => {
      const [first] = (await listYearOfGiving(person.scope, zone, NOW)).schools;
      return [first?.monthsCents[0], first?.monthsCents.at(-2), first?.monthsCents.at(-1)];
    };
    expect(await monthsIn("America/New_York")).toEqual([10_000, 1_000, 2_000]);
    expect(await monthsIn("UTC")).toEqual([110_000, 0, 3_000]);
  });

  it("separates pending donations from completed ones", async () => {
    const person = await makeCardholder();
    const school = await makeSchool();
    await give(person, school, { dollars: 25, at: "2026-11-01T12:00:00Z" });
    for (const dollars of [10, 5.5]) {
      await give(person, school, { dollars, at: "2026-11-02T12:00:00Z", status: "pending" });
    }
    const [only] = (await listYearOfGiving(person.scope, "UTC", NOW)).schools;
    expect(only).toMatchObject({ totalCents: 2_500 });
    expect([only?.monthsCents.at(-1), only?.pendingCents.at(-1)]).toEqual([2_500, 1_550]);
  });

  it("leaves out donations that failed, and other people's", async () => {
    const [person, other] = [await makeCardholder(), await makeCardholder()];
    const school = await makeSchool();
    await give(person, school, { status: "failed" });
    await give(other, school);
    expect((await listYearOfGiving(person.scope, "UTC", NOW)).schools).toEqual([]);
  });
});

it("sums up each year in the reader's time zone, without what is on its way or failed", async () => {
  const [person, school] = [await makeCardholder(), await makeSchool()];
  // The last millisecond of 2024 in New York, and the first of 2025.
  await give(person, school, { dollars: 10.25, at: "2025-01-01T04:59:59.999Z" });
  await give(person, school, { dollars: 20, at: "2025-01-01T05:00:00.000Z" });
  await give(person, await makeSchool(), { dollars: 30.5, at: "2026-06-01T12:00:00Z" });
  await give(person, school, { at: "2026-06-02T12:00:00Z", status: "pending" });
  await give(person, school, { at: "2026-06-03T12:00:00Z", status: "failed" });
  expect([...(await sumYears(person.scope, [2026, 2025, 2024], "America/New_York"))]).toEqual([
    [2024, { givenCents: 1_025, pendingCents: 0 }],
    [2025, { givenCents: 2_000, pendingCents: 0 }],
    [2026, { givenCents: 3_050, pendingCents: 1_000 }],
  ]);
});

describe("filter choices", () => {
  it("are the schools of all donations, and the time from the first to the last", async () => {
    const person = await makeCardholder();
    const [beta, alpha] = [await makeSchool({ name: "Beta" }), await makeSchool({ name: "Alpha" })];
    await give(person, beta, { at: "2024-03-01T12:00:00Z", status: "failed" });
    await give(person, alpha, { at: "2026-03-01T12:00:00Z" });
    await give(person, alpha, { at: "2025-03-01T12:00:00Z" });
    expect(await readFilterChoices(person.scope)).toEqual({
      count: 3,
      firstAt: new Date("2024-03-01T12:00:00Z"),
      lastAt: new Date("2026-03-01T12:00:00Z"),
      schools: [
        { schoolId: alpha, schoolName: "Alpha" },
        { schoolId: beta, schoolName: "Beta" },
      ],
    });
  });

  it("are empty without donations", async () => {
    const { scope } = await makeCardholder();
    const nothing = { count: 0, firstAt: null, lastAt: null, schools: [] };
    expect(await readFilterChoices(scope)).toEqual(nothing);
  });
});

describe("updates", () => {
  it("cover only the cardholder's own donations: a new one, and a settled one", async () => {
    const [person, other] = [await makeCardholder(), await makeCardholder()];
    const school = await makeSchool();
    const before = await readUpdates(person.scope);
    expect(before.soon).toBe(false);
    await give(other, school);
    expect(await readUpdates(person.scope)).toEqual(before);
    await give(person, school, { status: "pending", at: new Date().toISOString() });
    const accepted = await readUpdates(person.scope);
    expect(accepted.version).not.toBe(before.version);
    expect(accepted.soon).toBe(true);
    await db().donation.updateMany({
      where: { accountId: person.accountId },
      data: { status: "completed", completedAt: new Date() },
    });
    const completed = await readUpdates(person.scope);
    expect(completed.version).not.toBe(accepted.version);
    expect(completed.soon).toBe(false);
  });
});

it("counts the cardholder's completed donations to a school, and pending ones", async () => {
  const person = await makeCardholder();
  const [school, other] = [await makeSchool(), await makeSchool()];
  const at = new Date().toISOString();
  await give(person, school, { dollars: 25, at });
  await give(person, school, { dollars: 50.5, at });
  await give(person, school, { dollars: 30, at, status: "pending" });
  await give(person, school, { dollars: 99, at, status: "failed" });
  await give(person, other, { dollars: 40, at });
  const sum = await sumGivingOf(person.scope, school);
  expect(sum).toEqual({
    givenCents: 7_550,
    donations: 2,
    schools: 1,
    pendingCents: 3_000,
    pending: 1,
  });

  const { scope: nobody } = await makeCardholder();
  expect(await sumGivingOf(nobody, school)).toMatchObject({ givenCents: 0, donations: 0 });
});
