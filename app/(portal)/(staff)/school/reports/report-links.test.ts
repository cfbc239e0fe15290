/**
 * Every total of every report is that of the list that its link opens: gifts around midnights, clock changes,
 * and year ends.
 */
import { beforeAll, expect, it } from "vitest";
import { filterProblem } from "#app/filters.ts";
import { listGiftsWithTotals } from "#lib/batches/queries.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { giftsOf, readPeriod } from "#lib/reports/period.ts";
import { readGiven, readReport, readReportSchool } from "#lib/reports/queries.ts";
import { type Bank, makeBank, makeSchool } from "#test/factories.ts";
import { jar } from "#test/portal-session.ts";
import { randomOf, SEED } from "#test/random.ts";
import { makeMember } from "#test/staff.ts";
import { GIFT_FILTERS, readGiftFilter } from "../gifts/gift-filter.ts";

const TODAY = "2026-11-27";
const { below: random, pick } = randomOf(SEED, "report links");

/** UTC instants within a second of which a day, a month, or a year begins in some zone, and clock changes. */
const EDGES = [
  "2024-12-31",
  "2025-01-01",
  "2025-02-28",
  "2025-03-09",
  "2025-10-31",
  "2025-11-02",
  "2025-12-31",
  "2026-01-01",
];
const near = () =>
  new Date(
    Date.parse(pick(EDGES)) +
      random(28) * 3_600_000 +
      pick([-1, 0, 1, 1_799_999, 1_800_000]) +
      random(2) * 86_400_000,
  );

let banks: [Bank, Bank];
beforeAll(async () => {
  banks = [await makeBank(), await makeBank()];
});

async function insertGifts(schoolId: string, timeZone: string): Promise<void> {
  const gifts = Array.from({ length: 400 }, () => {
    const created = near();
    const settled = new Date(created.getTime() + random(4) * 40_000_000);
    return {
      bank: pick(banks).bankId,
      fund: pick(["annual-fund", "rowing", null]),
      cents: 1 + random(100_000),
      status: pick(["completed", "completed", "completed", "pending", "failed"]),
      created,
      settled,
      accepted: random(2) === 1,
    };
  });
  await pool().query(
    `insert into donation (id, bank_id, school_id, fund_id, fund_designation, amount_cents, points_redeemed,
       bank_transaction_ref, request_hash, channel, notify_cardholder, recurring, status, created_at,
       estimated_confirmation_at, completed_at, failed_at, failure_reason, gift_date)
     select gen_random_uuid(), bank, $1, fund, 'x', cents, 1, gen_random_uuid(), '\\x00', 'bank', true, false, status,
       created, created, case status when 'completed' then settled end, case status when 'failed' then settled end,
       case status when 'failed' then 'no such fund' end,
       case when status = 'completed' and accepted then (created at time zone $3)::date end
     from jsonb_to_recordset($2) as g(bank uuid, fund text, cents bigint, status text, created timestamptz,
       settled timestamptz, accepted boolean)`,
    [schoolId, JSON.stringify(gifts), timeZone],
  );
}

const PERIODS: Record<string, string>[] = [
  { month: "2024-12" },
  { month: "2025-01" },
  { month: "2025-03" },
  { month: "2025-11" },
  { year: "2025" },
  { year: "2026" },
  { from: "2025-12-31", to: "2025-12-31" },
  { from: "2024-12-31", to: "2025-03-09" },
];

it.each(["America/New_York", "Pacific/Honolulu", "America/Chicago", "Pacific/Kiritimati"])(
  "in %s",
  async (timeZone) => {
    const schoolId = await makeSchool();
    await db().school.update({ where: { id: schoolId }, data: { timeZone } });
    const { scope } = await makeMember({ kind: "school", schoolId }, "viewer");
    await insertGifts(schoolId, timeZone);
    const school = await readReportSchool(scope);
    for (const query of PERIODS) {
      // Whoever reads it, and wherever.
      jar.set("zone", pick(["Asia/Tokyo", "UTC", "America/Los_Angeles"]));
      const period = readPeriod(query, TODAY);
      const listed = async (link: Record<string, string>) => {
        expect(filterProblem(link, GIFT_FILTERS)).toBeNull();
        const { filters } = await readGiftFilter(scope, link);
        const { total, cents } = await listGiftsWithTotals(scope, { ...filters, limit: 1 });
        return { count: total, cents };
      };
      const report = await readReport(scope, school, period);
      for (const part of ["confirmed", "waiting", "refused"] as const) {
        const { count, cents } = report[part];
        expect(await listed(giftsOf(period, part)), `${part} of ${period.name}`).toEqual({
          count,
          cents,
        });
      }
      for (const group of [...report.times, ...report.funds, ...report.banks]) {
        const { part, key, count, cents } = group;
        expect(await listed(giftsOf(period, part, key)), `${part} ${key}`).toEqual({
          count,
          cents,
        });
      }
      const given = await readGiven(scope, school, period);
      for (const [part, show] of [
        ["all", ""],
        ["confirmed", "confirmed"],
        ["waiting", "waiting"],
        ["refused", "declined"],
      ] as const) {
        expect(await listed({ show, from: period.first, to: period.last }), part).toEqual({
          count: given[part].count,
          cents: given[part].cents,
        });
      }
    }
    // Something to compare.
    expect(
      (await readReport(scope, school, readPeriod({ year: "2025" }, TODAY))).funds,
    ).toHaveLength(3);
  },
);
