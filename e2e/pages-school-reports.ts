/** A school's reports, in each of their states. */
import type { Page } from "playwright/test";
import { query } from "./application.ts";
import type { PageCase } from "./every-page.ts";
import { LONG_BANK } from "./links.ts";
import { journey } from "./page-journey.ts";
import { makeMember, makeTeamBank, makeTeamSchool, signInToTeam } from "./staff.ts";

const LONG_FUND = "Wołoszańska-Featherstonehaugh Endowment for Women’s Rowing and Sports Medicine";

/** A school with gifts on many days of two months, to long funds, from two banks. */
export async function schoolWithGifts() {
  const school = await makeTeamSchool("University of Testville Athletics");
  const banks = [await makeTeamBank(LONG_BANK), await makeTeamBank("Harbor Bank")];
  for (const [n, name] of [LONG_FUND, "Annual Fund", "Band"].entries()) {
    await query(
      `insert into fund (school_id, fund_id, name, description, deductibility, position)
       values ($1, $2, $3, '', 'full', $4)`,
      [school.school_id, `fund-${n}`, name, n],
    );
  }
  await query(
    `insert into donation (id, bank_id, school_id, fund_id, fund_designation, amount_cents, points_redeemed,
       bank_transaction_ref, request_hash, channel, notify_cardholder, recurring, status, created_at,
       estimated_confirmation_at, completed_at, failed_at, failure_reason)
     select gen_random_uuid(), ($1::uuid[])[1 + n % 2], $2, case when n % 7 > 0 then 'fund-' || n % 3 end, 'Rowing',
       2500 + n * 1117, 1, n, '\\x00', 'bank', true, false, status, at, at,
       case status when 'completed' then at end, case status when 'failed' then at end,
       case status when 'failed' then 'no such fund' end
     from generate_series(1, 60) n
     cross join lateral (select case when n % 20 = 0 then 'failed' when n % 9 = 0 then 'pending' else 'completed' end
       as status, timestamptz '2026-09-03T17:00:00Z' + n * interval '20 hours' as at) given`,
    [banks.map(({ bank_id }) => bank_id), school.school_id],
  );
  return school;
}

async function signIn(
  page: Page,
  school: Awaited<ReturnType<typeof makeTeamSchool>>,
  path: string,
) {
  await signInToTeam(page, await makeMember(school, "viewer"), path);
}

export const REPORT_PAGES: PageCase[] = [
  ...journey(
    async (page) => signIn(page, await schoolWithGifts(), "/school/reports?month=2026-09"),
    [
      {
        name: "school-reports",
        reach: async () => {},
      },
      {
        name: "school-reports-year",
        isVariant: true,
        reach: (page) => page.goto("/school/reports?year=2026"),
      },
      {
        name: "school-reports-by-email",
        isVariant: true,
        reach: async (page) => {
          await page.getByRole("button", { name: "Email me each month" }).click();
          await page.getByRole("button", { name: "Turn off" }).waitFor();
        },
      },
      {
        name: "school-reports-california",
        reach: (page) => page.goto("/school/reports/california?from=2026-09-10&to=2026-10-20"),
      },
    ],
  ),
  {
    name: "school-reports-empty",
    isVariant: true,
    open: async (page) =>
      signIn(page, await makeTeamSchool("Testville"), "/school/reports?month=2026-09"),
  },
];
