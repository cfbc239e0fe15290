import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { type Bank, makeBank, makeCardholder, makeSchool } from "#test/factories.ts";
import { pdfText } from "#test/pdf-text.ts";
import { randomOf, SEED } from "#test/random.ts";
import { makeMember } from "#test/staff.ts";
import { stopDrawing } from "../receipts/drawing/threads.ts";
import { boardDocument } from "./board.ts";
import { givenCsv, reportCsv } from "./files.ts";
import { fiscalYearOf, monthsOf, periodBefore, readPeriod } from "./period.ts";
import { readGiven, readReport, readReportSchool } from "./queries.ts";

const TODAY = "2026-11-27";

describe("a period", () => {
  const read = (query: Record<string, string>) => readPeriod(query, TODAY);
  const days = (query: Record<string, string>) => {
    const { first, last, unit, name } = read(query);
    return [first, last, unit, name];
  };

  it.each([
    [{}, ["2026-11-01", "2026-11-30", "day", "November 2026"]],
    [{ month: "2024-02" }, ["2024-02-01", "2024-02-29", "day", "February 2024"]],
    [{ year: "2025" }, ["2025-01-01", "2025-12-31", "month", "2025"]],
    [
      { from: "2026-11-03", to: "2026-11-17" },
      ["2026-11-03", "2026-11-17", "day", "Nov 3 – 17, 2026"],
    ],
    [
      { from: "2026-11-17", to: "2026-11-03" },
      ["2026-11-03", "2026-11-17", "day", "Nov 3 – 17, 2026"],
    ],
    [{ from: "2026-11-17" }, ["2026-11-17", TODAY, "day", "Nov 17 – 27, 2026"]],
    [{ from: "2020-01-01" }, ["2020-01-01", TODAY, "month", "Jan 1, 2020 – Nov 27, 2026"]],
    [{ from: "2001-01-01" }, ["2016-01-01", TODAY, "month", "Jan 1, 2016 – Nov 27, 2026"]],
    ...["0000", "1999", "9999", "99999", "x", "-1"].map(
      (year): [Record<string, string>, string[]] => [
        { year, month: `${year}-13`, from: "x" },
        ["2026-11-01", "2026-11-30", "day", "November 2026"],
      ],
    ),
  ])("%o", (query, expected) => {
    expect(
      days(query as Record<string, string>).map((part) => part.replaceAll(/\s/g, " ")),
    ).toEqual(expected);
  });

  it("is a fiscal year, which is named by the year in which it ends", () => {
    const { first, last, name } = readPeriod({ year: "2027" }, TODAY, 7);
    expect([first, last, name]).toEqual(["2026-07-01", "2027-06-30", "Fiscal year 2027"]);
    const before = periodBefore(readPeriod({ year: "2027" }, TODAY, 7), TODAY, 7);
    expect(before).toEqual(readPeriod({ year: "2026" }, TODAY, 7));
    expect(["2026-06-30", "2026-07-01"].map((day) => fiscalYearOf(day, 7))).toEqual([2026, 2027]);
    expect(["2026-01-01", "2026-12-31"].map((day) => fiscalYearOf(day, 1))).toEqual([2026, 2026]);
    expect(monthsOf(readPeriod({ year: "2027" }, TODAY, 7)).slice(5, 8)).toEqual([
      "2026-12",
      "2027-01",
      "2027-02",
    ]);
  });

  it("is compared with the one before, of the same kind", () => {
    const previous = (query: Record<string, string>) => periodBefore(read(query), TODAY);
    expect(previous({ month: "2026-03" })).toEqual(read({ month: "2026-02" }));
    expect(previous({ month: "2026-01" })).toEqual(read({ month: "2025-12" }));
    expect(previous({ year: "2024" })).toEqual(read({ year: "2023" }));
    const { first, last } = previous({ from: "2026-03-01", to: "2026-03-10" });
    expect([first, last]).toEqual(["2026-02-19", "2026-02-28"]);
  });
});

type Gift = {
  status?: string;
  at: string;
  cents: number;
  fund?: string | null;
  bank?: Bank;
  account?: { accountId: string; cardholderId: string };
  shared?: string | null;
};

let banks: [Bank, Bank];
let schoolId: string;
let scope: Awaited<ReturnType<typeof makeMember<"school">>>["scope"];

/** Writes gifts as they are once they have settled, a day after they were given. */
async function insertGifts(school: string, gifts: Gift[]): Promise<void> {
  const rows = gifts.map((gift) => ({
    bank_id: (gift.bank ?? banks[0]).bankId,
    fund: gift.fund === undefined ? "annual-fund" : gift.fund,
    account: gift.account?.accountId ?? null,
    cardholder: gift.account?.cardholderId ?? null,
    shared: gift.shared ?? null,
    status: gift.status ?? "completed",
    cents: gift.cents,
    at: gift.at,
  }));
  await pool().query(
    `insert into donation (id, bank_id, school_id, fund_id, fund_designation, amount_cents, points_redeemed,
       account_id, cardholder_id, share_with_school, bank_transaction_ref, request_hash, channel, notify_cardholder, recurring,
       status, created_at, estimated_confirmation_at, completed_at, failed_at, failure_reason)
     select gen_random_uuid(), bank_id, $1, fund, '=Own words', cents, 1, account, cardholder, shared, gen_random_uuid(), '\\x00',
       'bank', true, false, status, at - interval '1 day', at,
       case status when 'completed' then at end, case status when 'failed' then at end,
       case status when 'failed' then 'no such fund' end
     from jsonb_to_recordset($2) as g(bank_id uuid, fund text, cents bigint, status text, at timestamptz,
       account uuid, cardholder uuid, shared text)`,
    [school, JSON.stringify(rows)],
  );
}

beforeAll(async () => {
  banks = [await makeBank(), await makeBank()];
  schoolId = await makeSchool();
  ({ scope } = await makeMember({ kind: "school", schoolId }, "viewer"));
});

const read = async (query: Record<string, string>) => {
  const school = await readReportSchool(scope);
  return readReport(scope, school, readPeriod(query, TODAY));
};

it("counts a gift on the school's day, in the month in which it was confirmed", async () => {
  // New York was four hours behind UTC until November 2 that year, and then five.
  await insertGifts(schoolId, [
    { at: "2025-11-01T03:59:59Z", cents: 100 },
    { at: "2025-11-01T04:00:00Z", cents: 200 },
    { at: "2025-12-01T04:59:59.999Z", cents: 400 },
    { at: "2025-12-01T05:00:00Z", cents: 800 },
    { at: "2025-11-10T12:00:00Z", cents: 1_600, status: "pending" },
    { at: "2025-11-10T12:00:00Z", cents: 3_200, status: "failed" },
  ]);
  await insertGifts(await makeSchool(), [{ at: "2025-11-10T12:00:00Z", cents: 6_400 }]);
  const { confirmed, waiting, refused, times } = await read({ month: "2025-11" });
  expect([confirmed, waiting, refused].map(({ count, cents }) => [count, cents])).toEqual([
    [2, 600],
    [1, 1_600],
    [1, 3_200],
  ]);
  expect(times.map(({ key, cents }) => [key, cents])).toEqual([
    ["2025-11-01", 200],
    ["2025-11-30", 400],
  ]);
  const year = await read({ year: "2025" });
  expect(year.times.map(({ key, cents }) => [key, cents])).toEqual([
    ["2025-10-01", 100],
    ["2025-11-01", 600],
    ["2025-12-01", 800],
  ]);
});

describe("each list", () => {
  const { below: random } = randomOf(SEED, "report groups");
  const FUNDS = ["annual-fund", null];
  let gifts: (Gift & { bank: Bank; fund: string | null })[];
  beforeAll(async () => {
    gifts = Array.from({ length: 300 }, () => ({
      at: new Date(Date.UTC(2024, 0, 2 + random(360), random(24))).toISOString(),
      cents: 1 + random(100_000),
      fund: FUNDS[random(2)] as string | null,
      bank: banks[random(2)] as Bank,
    }));
    await insertGifts(schoolId, gifts);
  });

  it("sums to the total, by day and by month", async () => {
    const centsOf = (some: { cents: number }[]) => some.reduce((sum, { cents }) => sum + cents, 0);
    const months = [];
    for (let month = 1; month <= 12; month++) {
      months.push(await read({ month: `2024-${String(month).padStart(2, "0")}` }));
    }
    const year = await read({ year: "2024" });
    expect(year.confirmed).toMatchObject({ count: 300, cents: centsOf(gifts) });
    for (const { confirmed, times, funds, banks: byBank } of [year, ...months]) {
      for (const list of [times, funds, byBank]) expect(centsOf(list)).toBe(confirmed.cents);
    }
    expect(centsOf(months.map(({ confirmed }) => confirmed))).toBe(year.confirmed.cents);
    for (const { key, cents } of year.funds) {
      expect(cents).toBe(centsOf(gifts.filter(({ fund }) => fund === key)));
    }
    for (const { key, cents } of year.banks) {
      expect(cents).toBe(centsOf(gifts.filter(({ bank }) => bank.bankId === key)));
    }
  });

  it("is in the CSV, whose amounts add up, and where no name runs", async () => {
    await pool().query("update bank set name = '=1+1' where id = $1", [banks[1].bankId]);
    const { body, fileName } = await reportCsv(scope, { year: "2024" });
    expect(fileName).toBe("report-2024.csv");
    expect(body).toContain(",'=1+1,");
    const rows = body.split("\r\n").map((line) => line.split(","));
    const sum = (group: string) =>
      rows.filter((row) => row[2] === group).reduce((all, row) => all + Number(row[6]) * 100, 0);
    for (const group of ["month", "fund", "bank"]) {
      expect(Math.round(sum(group))).toBe(Math.round(sum("confirmed")));
    }
  });
});

it("the board's report compares two periods, and names no donor", async () => {
  const account = await makeCardholder();
  await insertGifts(schoolId, [
    { at: "2023-06-10T12:00:00Z", cents: 20_000, account },
    { at: "2023-06-11T12:00:00Z", cents: 4_050, fund: null },
    { at: "2023-05-11T12:00:00Z", cents: 12_025 },
  ]);
  const { body, fileName } = await boardDocument(scope, { month: "2023-06" });
  await stopDrawing();
  expect(fileName).toBe("board-report-2023-06.pdf");
  const words = pdfText(body).replaceAll(/\s+/g, " ");
  for (const expected of [
    "Gifts in June 2023",
    "$240.50",
    "from 2 gifts. 100% more than in May 2023 ($120.25 from 1 gift).",
    "Annual Fund",
    "$200.00",
    "Not one of the foundation’s funds",
    "Jun 10, 2023",
  ]) {
    expect(words).toContain(expected);
  }
  expect(words).not.toMatch(/\bPat\b|@/i);
});

it("gifts given are listed by their day, with what was shared, and without donors", async () => {
  const day = (n: number) => `2022-03-${n}T12:00:00Z`;
  const donor = { cents: 1_000, account: await makeCardholder() };
  const other = { cents: 1_000, account: await makeCardholder() };
  await insertGifts(schoolId, [
    { ...donor, at: day(10) },
    { ...donor, at: day(11), shared: "address" },
    // Counting another person here would tell who they are.
    { ...other, at: day(12), shared: "nothing", status: "failed" },
    { cents: 1_000, at: day(13), status: "pending" },
  ]);
  const school = await readReportSchool(scope);
  const given = await readGiven(scope, school, readPeriod({ month: "2022-03" }, TODAY));
  expect(given).toEqual({
    all: { count: 4, cents: 4_000 },
    donors: 1,
    confirmed: expect.objectContaining({ count: 2, cents: 2_000 }),
    ...Object.fromEntries(
      ["waiting", "refused", "byName", "byAddress", "anonymous", "byBank"].map((part) => [
        part,
        expect.objectContaining({ count: 1, cents: 1_000 }),
      ]),
    ),
  });
  const { body } = await givenCsv(scope, { month: "2022-03" });
  const lines = (await text(body)).trim().split("\r\n");
  const rows = lines
    .slice(1)
    .map((line) => line.replace(/^([^,]*),.*(confirmed|refused|waiting)/, "$1 $2"));
  expect(rows).toEqual([
    "2022-03-09 confirmed,2022-03-10,,,2022-03-10,name and email",
    '2022-03-10 confirmed,2022-03-11,,,2022-03-11,"name, email, and postal address"',
    "2022-03-11 refused,,,2022-03-12,,nothing",
    "2022-03-12 waiting,,,,,no donor known",
  ]);
  expect(lines.join()).not.toMatch(/@|Pat/);
});
