/** Gift totals for a tenant. */
import type { SchoolApiScope, ServiceKeyScope, StaffScope } from "../../auth/scopes.ts";
import { dayAt, startOfDay } from "../../calendar.ts";
import { onlyRow, run } from "../../database/run.ts";
import { type Cents, toDollars } from "../../money.ts";
import { giftOverview, type Times } from "../history/sql.ts";
import type { SchoolOverview } from "./contract.ts";

/** The days that count as recent, today included. */
export const RECENT_DAYS = 7;

/** When today and the recent days began, in a time zone. */
export function overviewTimes(zone: string): Times {
  const day = dayAt(new Date(), zone);
  return { today: startOfDay(day, zone), recently: startOfDay(day, zone, 1 - RECENT_DAYS) };
}

/**
 * A tenant's gifts in numbers and dollars: a school's, a bank's, or everyone's.
 * @param today when the reader's day began: gifts since then, in any status
 * @param recently failed gifts are those accepted since then
 */
export const readGiftOverview = async (scope: StaffScope | ServiceKeyScope, times: Times) =>
  onlyRow(await run(giftOverview(scope, times)));

export type GiftOverview = Awaited<ReturnType<typeof readGiftOverview>>;

/** The same for a school, as the API returns it. Its day is UTC's. */
export async function getSchoolOverview(scope: SchoolApiScope): Promise<SchoolOverview> {
  const times = overviewTimes("UTC");
  const { today, waiting, failed } = await readGiftOverview(scope, times);
  const sums = ({ count, cents }: { count: number; cents: Cents }) => ({
    count,
    dollar_amount: toDollars(cents),
  });
  return {
    school_id: scope.schoolId,
    role: scope.role,
    today: sums(today),
    today_since: times.today.toISOString(),
    waiting: sums(waiting),
    failed: sums(failed),
    failed_since: times.recently.toISOString(),
  };
}
