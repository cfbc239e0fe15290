import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { setProgram } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { InvalidInput } from "#lib/errors.ts";
import { confirmInPortal, draftInPortal, giveInPortal } from "#lib/giving/portal.ts";
import { asCents, toCents } from "#lib/money.ts";
import { push } from "#test/attempts.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { portalDonationRequest } from "../portal-contract.ts";
import { requestDonation } from "./mutations.ts";

let school: string;
beforeAll(async () => {
  school = await makeSchool();
});
afterEach(() => {
  vi.useRealTimers();
});

const requestOf = ({ accountId }: Cardholder, dollars: number) =>
  portalDonationRequest.parse({
    loyalty_account_id: accountId,
    school_id: school,
    fund_designation: "rowing",
    dollar_amount: dollars,
  });
const give = (person: Cardholder, dollars: number) =>
  giveInPortal(person.scope, requestOf(person, dollars));

/** Why a gift is refused; null if it's accepted. */
const refusalOf = (giving: Promise<unknown>): Promise<string | null> =>
  giving.then(
    () => null,
    (error) => {
      if (!(error instanceof InvalidInput)) throw error;
      return error.violations.map(({ loc, type, msg }) => `${loc.at(-1)} ${type}: ${msg}`).join();
    },
  );

const setLimits = (
  { bank }: Cardholder,
  limits: { gift?: number; daily?: number; zone?: string },
) =>
  setProgram(system, bank.bankId, "gold", {
    pointsPerDollar: 100,
    ...(limits.gift ? { maxGiftCents: toCents(limits.gift) } : {}),
    ...(limits.daily ? { maxDailyCents: toCents(limits.daily) } : {}),
    ...(limits.zone ? { timeZone: limits.zone } : {}),
  });

const totals = async ({ accountId }: Cardholder) =>
  (await db().dailyGiftTotal.findMany({ where: { accountId }, orderBy: { day: "asc" } })).map(
    ({ day, donatedCents }) => `${day.toISOString().slice(0, 10)} ${donatedCents}`,
  );
const totalOf = async ({ accountId }: Cardholder) =>
  (await db().dailyGiftTotal.findMany({ where: { accountId } })).map(({ donatedCents }) =>
    Number(donatedCents),
  );

const dailyRefusal = (left: string) => `dollar_amount limit_exceeded: ${left} left today.`;

describe("a program without limits of its own lets a person give", () => {
  it("$1,000 at once", async () => {
    const person = await makeCardholder();
    expect(await refusalOf(give(person, 1_000.01))).toBe(
      "dollar_amount limit_exceeded: Up to $1,000 per gift. $2,500 left today.",
    );
    expect(await totalOf(person)).toEqual([]);
    expect(await refusalOf(give(person, 1_000))).toBeNull();
  });

  it("$2,500 a day, to the cent", async () => {
    const person = await makeCardholder();
    await give(person, 1_000);
    await give(person, 1_000);
    expect(await refusalOf(give(person, 500.01))).toBe(dailyRefusal("$500"));
    await give(person, 499.99);
    expect(await refusalOf(give(person, 10))).toBe(dailyRefusal("$0.01"));
    expect(await totalOf(person)).toEqual([249_999]);
  });
});

it("a bank's programs each have their own limits", async () => {
  const person = await makeCardholder();
  await setLimits(person, { gift: 20, daily: 30 });
  expect(await refusalOf(give(person, 20.01))).toContain("Up to $20 per gift");
  await give(person, 20);
  expect(await refusalOf(give(person, 15))).toBe(dailyRefusal("$10"));
  await give(person, 10);
  expect(await refusalOf(give(person, 5))).toBe(
    "dollar_amount limit_exceeded: You’ve reached your bank’s limit of $30 for today.",
  );
  const other = await makeCardholder(person.bank);
  expect(await refusalOf(give(other, 20))).toBeNull();
});

it("a draft is refused for the same reason", async () => {
  const person = await makeCardholder();
  await setLimits(person, { gift: 100, daily: 100 });
  await give(person, 60);
  const draft = (dollars: number) =>
    refusalOf(draftInPortal(person.scope, requestOf(person, dollars)));
  expect(await draft(40.01)).toBe(dailyRefusal("$40"));
  expect(await draft(40)).toBeNull();
});

it("what a bank's server submits isn't limited", async () => {
  const person = await makeCardholder();
  const body = donationBody(school, { service_user_id: person.accountId, dollar_amount: 50_000 });
  await requestDonation(person.bank.scope, donationRequestOf(body));
  expect(await totalOf(person)).toEqual([]);
  expect(await refusalOf(give(person, 1_000))).toBeNull();
});

describe("parallel gifts", () => {
  it("of one account are accepted up to exactly the limit", async () => {
    const person = await makeCardholder();
    await setLimits(person, { daily: 70 });
    const refusals = await Promise.all(
      Array.from({ length: 20 }, () => refusalOf(give(person, 10))),
    );
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(7);
    expect(new Set(refusals.filter((refusal) => refusal !== null))).toEqual(
      new Set(["dollar_amount limit_exceeded: You’ve reached your bank’s limit of $70 for today."]),
    );
    expect(await totalOf(person)).toEqual([7_000]);
    expect(await db().donation.count({ where: { accountId: person.accountId } })).toBe(7);
  });

  it("of one draft count once, even if nothing is left after the first", async () => {
    const person = await makeCardholder();
    await setLimits(person, { daily: 100 });
    const draft = await draftInPortal(person.scope, requestOf(person, 100));
    const results = await Promise.all(
      Array.from({ length: 20 }, () => confirmInPortal(person.scope, draft)),
    );
    for (const result of results) {
      expect(result).toMatchObject({ donation: { donation_id: draft.donationId } });
    }
    expect(await totalOf(person)).toEqual([10_000]);
  });

  it("of many accounts don't limit each other", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => makeCardholder()));
    await Promise.all(people.map((person) => setLimits(person, { daily: 20 })));
    const all = people.flatMap((person) => [person, person, person]);
    const refusals = await Promise.all(all.map((person) => refusalOf(give(person, 10))));
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(16);
  });
});

it("a refused gift isn't counted", async () => {
  const person = await makeCardholder();
  const expensive = await makeSchool({ minimumCents: 5_000 });
  const request = { ...requestOf(person, 25), school_id: expensive };
  expect(await refusalOf(giveInPortal(person.scope, request))).toContain("below_school_minimum");
  expect(await totalOf(person)).toEqual([]);
});

describe("a gift that the school refuses", () => {
  it("is uncounted once", async () => {
    const person = await makeCardholder();
    await setLimits(person, { daily: 100 });
    await give(person, 20);
    const { donation_id } = await give(person, 79.91);
    expect(await refusalOf(give(person, 50))).not.toBeNull();
    await Promise.all([push(donation_id), push(donation_id)]);
    expect(await db().donation.findUnique({ where: { id: donation_id } })).toMatchObject({
      status: "failed",
    });
    await push(donation_id);
    expect(await totalOf(person)).toEqual([2_000]);
    expect(await refusalOf(give(person, 80))).toBeNull();
  });

  it("is uncounted on its own day", async () => {
    const person = await makeCardholder();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
    const { donation_id } = await give(person, 79.91);
    vi.setSystemTime(new Date("2026-11-24T12:00:00Z"));
    await give(person, 30);
    await push(donation_id);
    expect(await totals(person)).toEqual(["2026-11-23 0", "2026-11-24 3000"]);
  });

  it("settles even if its day's total has been deleted", async () => {
    const person = await makeCardholder();
    const { donation_id } = await give(person, 79.91);
    await db().dailyGiftTotal.deleteMany({ where: { accountId: person.accountId } });
    expect(await push(donation_id)).toBe("failed");
  });

  it("isn't confused with one that completes, which stays counted", async () => {
    const person = await makeCardholder();
    const { donation_id } = await give(person, 20);
    expect(await push(donation_id)).toBe("completed");
    expect(await totalOf(person)).toEqual([2_000]);
  });
});

it("a day starts at midnight in the program's time zone", async () => {
  const person = await makeCardholder();
  await setLimits(person, { daily: 100, zone: "America/Los_Angeles" });
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T07:59:59.999Z") });
  await give(person, 100);
  expect(await refusalOf(give(person, 5))).not.toBeNull();
  vi.setSystemTime(new Date("2026-11-24T08:00:00.000Z"));
  expect(await refusalOf(give(person, 100))).toBeNull();
  expect(await totals(person)).toEqual(["2026-11-23 10000", "2026-11-24 10000"]);
});

it("a lowered limit applies immediately, and doesn't change what was already given", async () => {
  const person = await makeCardholder();
  await give(person, 500);
  await setLimits(person, { daily: 300 });
  expect(await refusalOf(give(person, 5))).toContain("reached your bank’s limit of $300");
  await setLimits(person, { daily: 505 });
  expect(await refusalOf(give(person, 5))).toBeNull();
  expect(await totalOf(person)).toEqual([asCents(50_500)].map(Number));
});
