/** A month's report by email, for members of a foundation's team who asked for it. */
import type { SchoolScope } from "../auth/scopes.ts";
import { dayAt } from "../calendar.ts";
import { affected, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { queueEmail } from "../email/queue.ts";
import { monthReportEmail } from "../email/templates/notices.ts";
import { log } from "../log.ts";
import { formatDollars } from "../money.ts";
import { formatCount } from "../text.ts";
import { monthBefore, readPeriod } from "./period.ts";
import { readReport, readReportSchool, type Sum } from "./queries.ts";
import { type DueReport, findDueReports } from "./sql.ts";

/** In the morning of the first, at the foundation. */
const HOURS_AFTER = 7;

const own = ({ membershipId }: SchoolScope) =>
  kysely.selectFrom("membership").where("id", "=", membershipId);

/** Whether this member gets reports by email. */
export const getsReports = async (scope: SchoolScope): Promise<boolean> =>
  (await runForRow(own(scope).select("reportMonth"))).reportMonth !== null;

/** Turns a member's own reports by email on, from the month that isn't over yet, or off. */
export async function setGetsReports(scope: SchoolScope, wanted: boolean): Promise<void> {
  const { timeZone } = await readReportSchool(scope);
  const month = new Date(`${dayAt(new Date(), timeZone).slice(0, 7)}-01`);
  const change = kysely.updateTable("membership").set({ reportMonth: wanted ? month : null });
  await affected(change.where("id", "=", scope.membershipId));
}

const sumOf = ({ count, cents }: Sum) => `${formatDollars(cents)}, ${formatCount(count, "gift")}`;

async function contentOf({ schoolId, schoolName, month: after }: DueReport) {
  const school = await readReportSchool({ schoolId });
  const month = monthBefore(after);
  const period = readPeriod({ month }, school.today);
  const { confirmed, waiting, refused } = await readReport({ schoolId }, school, period);
  return monthReportEmail({
    schoolName,
    month,
    name: period.name,
    facts: [
      ["Confirmed", sumOf(confirmed)],
      ["On their way", sumOf(waiting)],
      ["Declined", sumOf(refused)],
    ],
  });
}

/** Emails each their last month's report, once, however often this runs. @returns how many were emailed */
export async function emailReports(at: Date, limit: number): Promise<number> {
  let emailed = 0;
  const due = await findDueReports({ at, hours: HOURS_AFTER, limit });
  for (const reports of Map.groupBy(due, ({ schoolId }) => schoolId).values()) {
    try {
      const content = await contentOf(reports[0] as DueReport);
      for (const report of reports) if (await emailOnce(report, content)) emailed++;
    } catch (error) {
      // Another school's are sent all the same.
      log().error({ err: error, school_id: reports[0]?.schoolId }, "couldn't email a report");
    }
  }
  return emailed;
}

/** @returns false if another run has, or they turned it off */
function emailOnce(report: DueReport, content: ReturnType<typeof monthReportEmail>) {
  const { membershipId, cardholderId, schoolId, email: to } = report;
  const month = new Date(report.month);
  const claim = kysely.updateTable("membership").set({ reportMonth: month });
  return transaction(async (tx) => {
    const isFirst = claim.where("id", "=", membershipId).where("reportMonth", "<", month);
    if ((await affected(isFirst, tx)) === 0) return false;
    const tenant = `school:${schoolId}` as const;
    await queueEmail(tx, { to, cardholderId, kind: "report", tenant, ...content });
    return true;
  });
}
