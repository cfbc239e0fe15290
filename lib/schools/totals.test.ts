/** A school's public total: exact in a sandbox; in production, it never reveals a single gift. */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { rereadEnv } from "#lib/env.ts";
import { push } from "#test/attempts.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  makeCardholder,
  makeSchool,
} from "#test/factories.ts";
import { getSchool, listPortalSchools, listSchools } from "./queries.ts";
import { publishTotals, readGivingTotals } from "./totals.ts";

let person: Cardholder;
beforeAll(async () => {
  person = await makeCardholder();
});
afterEach(() => {
  delete process.env.SERVICE_ENVIRONMENT;
  rereadEnv();
});

function inProduction() {
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.PUBLIC_BASE_URL ??= "http://localhost:3000";
  rereadEnv();
}

async function give(school: string, dollars: number) {
  const body = donationBody(school, { dollar_amount: dollars });
  const { donation_id: id } = await requestDonation(person.bank.scope, donationRequestOf(body));
  await push(id);
}

/** Adds to a school's total. */
const addToTotal = (schoolId: string, dollars: number, shard = 40) =>
  db().schoolTotal.create({
    data: { schoolId, shard, donationCount: 1, donatedCents: Math.round(dollars * 100) },
  });

/** The school's total from every query that returns it. */
async function totalsOf(schoolId: string, name: string) {
  const totalIn = ({ items }: { items: { school_id: string; total_raised_usd: number }[] }) =>
    items.find(({ school_id }) => school_id === schoolId)?.total_raised_usd;
  const query = { search: name, limit: 10 };
  return [
    (await getSchool(schoolId)).total_raised_usd,
    totalIn(await listSchools({ ...query, active: true })),
    totalIn(await listPortalSchools(person.scope, query)),
  ];
}

const everywhere = (usd: number) => [usd, usd, usd];

describe("a school's total", () => {
  it("is live and exact in a sandbox", async () => {
    const name = "Sandbox Sums State";
    const school = await makeSchool({ name });
    await give(school, 123.45);
    expect(await totalsOf(school, name)).toEqual(everywhere(123.45));
  });

  it("is as of the last full hour in production, rounded down", async () => {
    const name = "Public Sums State";
    const school = await makeSchool({ name });
    await addToTotal(school, 12_345.67);
    inProduction();
    expect(await totalsOf(school, name)).toEqual(everywhere(0));
    await publishTotals();
    expect(await totalsOf(school, name)).toEqual(everywhere(12_000));
    await addToTotal(school, 5_000, 41);
    expect(await totalsOf(school, name)).toEqual(everywhere(12_000));
    await publishTotals();
    expect(await totalsOf(school, name)).toEqual(everywhere(17_000));
  });

  it.each([
    [0.01, 0],
    [99.99, 0],
    [100, 100],
    [999.99, 900],
    [1_000, 1_000],
    [1_099.99, 1_000],
    [10_999.99, 10_000],
    [99_999.99, 99_000],
    [1_234_567.89, 1_200_000],
  ])("of $%d is shown as $%d in production", async (usd, rounded) => {
    const school = await makeSchool();
    await addToTotal(school, usd);
    await publishTotals();
    inProduction();
    expect((await getSchool(school)).total_raised_usd).toBe(rounded);
  });
});

it("the totals across schools are live and exact in a sandbox, but not in production", async () => {
  const school = await makeSchool();
  const { rows } = await pool().query("select sum(donated_cents)::int8 as cents from school_total");
  await addToTotal(school, 1_234_567.89);
  const expected = Number(rows[0].cents) / 100 + 1_234_567.89;
  await publishTotals();
  const live = await readGivingTotals();
  expect(live.givenUsd).toBeCloseTo(expected, 2);
  inProduction();
  const { givenUsd, donations, mostGivenTo } = await readGivingTotals();
  expect(String(givenUsd)).toMatch(/^\d\d0+$/);
  expect(givenUsd).toBeLessThanOrEqual(live.givenUsd);
  expect(donations % 10).toBe(0);
  for (const { usd } of mostGivenTo) expect(usd % 100).toBe(0);
  await addToTotal(school, 900_000, 41);
  expect(await readGivingTotals()).toEqual({
    ...(await readGivingTotals()),
    givenUsd,
    donations,
    mostGivenTo,
  });
});
