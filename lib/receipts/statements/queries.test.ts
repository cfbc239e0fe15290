import { beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { makeCardholder, makeSchool } from "#test/factories.ts";
import { HEAVY_DONATIONS, HEAVY_YEAR, makeHeavyTenant } from "#test/heavy-tenant.ts";
import { makeCompletedDonation } from "#test/receipt-operations.ts";
import { statementDocument } from "../documents.ts";
import { DONATIONS_PER_PAGE } from "./contract.ts";
import { getStatement, listStatementYears } from "./queries.ts";
import { findYear } from "./sql.ts";

const PAGES = HEAVY_DONATIONS / DONATIONS_PER_PAGE;

describe("a year of thousands of donations", () => {
  let scope: Awaited<ReturnType<typeof makeHeavyTenant>>["person"]["scope"];
  beforeAll(async () => {
    scope = (await makeHeavyTenant()).person.scope;
  });

  const issued = async () => {
    const { rows } = await pool().query<{ count: number }>(
      `select count(*) from receipt join donation on donation.id = donation_id
       join account on account.id = account_id where account.cardholder_id = $1`,
      [scope.cardholderId],
    );
    return rows[0]?.count;
  };

  it("is paginated, each page with the totals of the whole year", async () => {
    const page = await getStatement(scope, HEAVY_YEAR);
    expect(page.donations).toHaveLength(DONATIONS_PER_PAGE);
    const all = { donation_count: HEAVY_DONATIONS, total_usd: HEAVY_DONATIONS * 25 };
    expect(page).toMatchObject({
      page: 1,
      page_count: PAGES,
      ...all,
    });
    expect(page.totals.map(({ donation_count }) => donation_count)).toEqual([HEAVY_DONATIONS]);
    const second = await getStatement(scope, HEAVY_YEAR, 2);
    expect(second).toMatchObject({ page: 2, totals: page.totals, ...all });
    const ids = new Set([...page.donations, ...second.donations].map((one) => one.donation_id));
    expect(ids.size).toBe(2 * DONATIONS_PER_PAGE);
  });

  it("issues its receipts page by page, with numbers in the order of the dates", async () => {
    expect(await issued()).toBe(2 * DONATIONS_PER_PAGE);
    const { donations } = await getStatement(scope, HEAVY_YEAR, 3);
    expect(await issued()).toBe(3 * DONATIONS_PER_PAGE);
    expect(donations.map((one) => Number(one.receipt_number?.split("-").at(-1)))).toEqual(
      donations.map((_, n) => 2 * DONATIONS_PER_PAGE + n + 1),
    );
  });

  it("issues nothing twice for two concurrent requests", async () => {
    const [one, other] = await Promise.all([
      getStatement(scope, HEAVY_YEAR, 4),
      getStatement(scope, HEAVY_YEAR, 4),
    ]);
    expect(one.donations).toEqual(other.donations);
    expect(await issued()).toBe(4 * DONATIONS_PER_PAGE);
  });

  it("is listed with its number of pages, and has no page after the last", async () => {
    expect(await listStatementYears(scope)).toEqual([{ year: HEAVY_YEAR, pages: PAGES }]);
    await expect(getStatement(scope, HEAVY_YEAR, PAGES + 1)).rejects.toMatchObject({
      violations: [{ loc: ["query", "page"], type: "less_than_equal" }],
    });
  });

  it("has one file per page", async () => {
    const { fileName, body } = await statementDocument(scope, HEAVY_YEAR, PAGES);
    expect(fileName).toBe(`statement-${HEAVY_YEAR}-part-${PAGES}.pdf`);
    expect(body.byteLength).toBeGreaterThan(100_000);
  });
});

it("totals donations without a receipt as their receipts will state them", async () => {
  const person = await makeCardholder();
  const school = await makeSchool();
  const kinds = [
    ["full", null],
    ["quid_pro_quo", 1_000],
    ["quid_pro_quo", 90_000],
    ["none", null],
  ] as const;
  const completedAt = new Date("2026-06-01T12:00:00Z");
  for (const [n, [deductibility, value]] of kinds.entries()) {
    await pool().query(
      `insert into fund (school_id, fund_id, name, description, deductibility,
         good_faith_value_cents, position) values ($1, $2, $2, '', $3, $4, 9)`,
      [school, `kind-${n}`, deductibility, value],
    );
    const fields = { school_id: school, fund_designation: `kind-${n}`, dollar_amount: 30.1 + n };
    await makeCompletedDonation(person, { ...fields, completedAt });
  }
  const unnamed = { school_id: school, fund_designation: "For the band", dollar_amount: 7 };
  await makeCompletedDonation(person, { ...unnamed, completedAt });
  const { cardholderId } = person.scope;
  const before = await findYear(cardholderId, 2026, 1);
  expect(before.entries.map(({ content }) => content)).toEqual([null, null, null, null, null]);
  const statement = await getStatement(person.scope, 2026);
  const after = await findYear(cardholderId, 2026, 1);
  expect(new Set(after.sums)).toEqual(new Set(before.sums));
  // In the contract's field order, whether or not the receipts had been issued.
  const again = await getStatement(person.scope, 2026);
  expect(JSON.stringify(again.donations)).toBe(JSON.stringify(statement.donations));
});
