import { describe, expect, it } from "vitest";
import { acceptLinks } from "#lib/accounts/acceptance/accept.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import {
  listCardholderDonations,
  listYearOfGiving,
  readFilterChoices,
  readUpdates,
  sumGivingOf,
} from "#lib/donations/history/queries.ts";
import { getStatement } from "#lib/receipts/statements/queries.ts";
import { push } from "#test/attempts.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  linkBody,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { getCardholderProfile, listLoyaltyAccounts } from "./queries.ts";

async function give({ bank, accountId }: Cardholder, school: string) {
  const body = donationBody(school, { service_user_id: accountId });
  return (await requestDonation(bank.scope, donationRequestOf(body))).donation_id;
}

/** Compares a person's tallies with their donations. */
async function expectExactTallies(cardholderId: string) {
  const { rows: actual } = await pool().query(
    `select account_id, status, school_id, attributed,
       (created_at at time zone 'UTC')::date as day, count(*), sum(amount_cents)::bigint as cents
     from donation where cardholder_id = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    [cardholderId],
  );
  const { rows: tallied } = await pool().query(
    `select account_id, status, school_id, attributed, day, count, cents from giving_tally
     where cardholder_id = $1 and (count, cents) <> (0, 0) order by 1, 2, 3, 4, 5`,
    [cardholderId],
  );
  expect(tallied).toEqual(actual);
}

describe("a person's tallies", () => {
  it("equal the actual sums after many concurrent transactions", async () => {
    const [person, one, other] = [await makeCardholder(), await makeSchool(), await makeSchool()];
    const schools = Array.from({ length: 30 }, (_, n) => (n % 3 ? one : other));
    const ids = await Promise.all(schools.map((school) => give(person, school)));
    await Promise.all(ids.slice(0, 20).map((id) => push(id)));
    await expectExactTallies(person.cardholderId);
    expect((await sumGivingOf(person.scope)).donations).toBe(20);
  });

  it("follow manual updates and deletes, but not rolled-back ones", async () => {
    const [person, other] = [await makeCardholder(), await makeCardholder()];
    const school = await makeSchool();
    const ids = [
      await give(person, school),
      await give(person, school),
      await give(person, school),
    ];
    const change = { createdAt: new Date("2026-01-05T10:00:00Z"), amountCents: 700 };
    await db().donation.update({ where: { id: ids[0] as string }, data: change });
    await db().donation.update({
      where: { id: ids[1] as string },
      data: { cardholderId: other.cardholderId },
    });
    await transaction(async (tx) => {
      await tx.query("delete from donation where cardholder_id = $1", [person.cardholderId]);
      throw new Error("roll back");
    }).catch(() => {});
    await expectExactTallies(person.cardholderId);
    await expectExactTallies(other.cardholderId);
    await pool().query("delete from donation where id = $1", [ids[2]]);
    await expectExactTallies(person.cardholderId);
  });
});

it("totals include gifts from a linked account only once the person has accepted it", async () => {
  const [person, school] = [await makeCardholder(), await makeSchool()];
  const { cardholderId, email, scope } = person;
  const bank = await makeBank();
  const { service_user_id: accountId } = await linkAccount(bank.scope, { ...linkBody(), email });
  const own = await give(person, school);
  for (let n = 0; n < 3; n++) await push(await give({ ...person, bank, accountId }, school));
  const totals = async () => {
    const page = await listCardholderDonations(scope, { limit: 10 });
    const { count } = await readFilterChoices(scope);
    const { version } = await readUpdates(scope);
    const { donations } = await sumGivingOf(scope);
    const { schools } = await listYearOfGiving(scope, "America/New_York");
    return [page.total, page.items.length, count, version, donations, schools[0]?.totalCents];
  };
  await push(own);
  expect(await totals()).toEqual([1, 1, 1, "1.1.0.0.2500", 1, 2_500]);
  expect((await getCardholderProfile(scope)).donation_count).toBe(1);
  expect((await getStatement(scope, new Date().getUTCFullYear())).donation_count).toBe(1);
  await transaction((tx) => acceptLinks(tx, system, cardholderId, [accountId]));
  expect(await totals()).toEqual([4, 4, 4, "4.4.0.0.10000", 4, 10_000]);
  await expectExactTallies(cardholderId);
});

/** Written only to the tallies: a query that reads the donations would find two. */
const MANY = 300_000;

it("a person's totals are read from the tallies alone", async () => {
  const [person, school] = [await makeCardholder(), await makeSchool()];
  const { cardholderId, scope } = person;
  await give(person, school);
  await push(await give(person, school));
  await pool().query(
    "update giving_tally set count = $2::int8, cents = $2::int8 * 500 where cardholder_id = $1",
    [cardholderId, MANY],
  );
  const usd = MANY * 5;
  const cents = usd * 100;
  const counts = { donations: MANY, pending: MANY, schools: 1 };
  const sums = { ...counts, givenCents: cents, pendingCents: cents };
  expect(await sumGivingOf(scope)).toEqual(sums);
  expect(await sumGivingOf(scope, school)).toEqual(sums);
  const sum = { donation_count: MANY, lifetime_donated_usd: usd };
  expect(await getCardholderProfile(scope)).toMatchObject(sum);
  expect(await listLoyaltyAccounts(scope)).toMatchObject([sum]);
  expect(await readFilterChoices(scope)).toMatchObject({ count: 2 * MANY });
  expect((await readUpdates(scope)).version).toBe(`${2 * MANY}.${MANY}.0.0.${cents}`);
  const { schools } = await listYearOfGiving(scope, "UTC");
  expect(schools).toMatchObject([{ schoolId: school, totalCents: cents }]);
  const totalOf = async (filters: object) =>
    (await listCardholderDonations(scope, { limit: 5, ...filters })).total;
  expect(await totalOf({})).toBe(2 * MANY);
  expect(await totalOf({ school_id: school })).toBe(2 * MANY);
  expect(await totalOf({ status: "completed" })).toBe(MANY);
  expect(await totalOf({ from: new Date("2020-01-01T00:00:00Z") })).toBe(2 * MANY);
});

it("totals of any time range are exact", async () => {
  const [person, one, other] = [await makeCardholder(), await makeSchool(), await makeSchool()];
  const times = [
    "2026-01-01T23:59:59.999Z",
    "2026-01-02T00:00:00.000Z",
    "2026-01-02T12:00:00.000Z",
    "2026-01-05T00:00:00.000Z",
  ].map((at) => new Date(at));
  for (const [n, createdAt] of times.entries()) {
    const id = await give(person, n % 2 ? one : other);
    await db().donation.update({ where: { id }, data: { createdAt } });
    if (n % 3 === 0) await push(id);
  }
  for (const from of [undefined, ...times]) {
    for (const to of [undefined, ...times]) {
      for (const more of [{}, { school_id: one }, { status: "completed" }]) {
        const filters = { ...more, from, to, limit: 100 };
        const page = await listCardholderDonations(person.scope, filters);
        expect(page.total, JSON.stringify(filters)).toBe(page.items.length);
      }
    }
  }
});
