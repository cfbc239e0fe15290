import { RowStatus } from "#components/desk/status.tsx";
import { Money } from "#components/desk/ticket.tsx";
import { FactRows } from "#components/portal/facts.tsx";
import {
  type GiftOverview,
  overviewTimes,
  RECENT_DAYS,
  readGiftOverview,
} from "#lib/donations/overview/queries.ts";
import { formatDollars, formatDollarsAndCents } from "#lib/money.ts";
import { readMember } from "#lib/staff/memberships.ts";
import { formatCount } from "#lib/text.ts";
import { teamTimeZone } from "../date-filter.ts";
import { StaffFrame, staffPage } from "../staff-page.tsx";
import { ROLE_CHANGED } from "../team-forms.ts";

/** The day as a headline: how much, and of how many gifts; and what is exceptional. */
function Totals({ today, waiting, failed }: GiftOverview) {
  const sum = ({ count, cents }: GiftOverview["today"]) =>
    `${formatCount(count, "gift")}, ${formatDollarsAndCents(cents)}`;
  return (
    <div className="mt-4">
      <p className="text-quiet">Given today</p>
      <p className="display text-d132 wrap-anywhere">
        <Money amount={formatDollars(today.cents)} />
      </p>
      <p className="mt-1 mb-4">{formatCount(today.count, "gift")}</p>
      <FactRows
        rows={[
          { name: <RowStatus tone="waiting">On their way</RowStatus>, value: sum(waiting) },
          {
            name: <RowStatus tone="failed">Declined, last {RECENT_DAYS} days</RowStatus>,
            value: sum(failed),
          },
        ]}
      />
    </div>
  );
}

/** The first page of the operator's team: gift totals, with today in the reader's time zone. */
export default staffPage("operator", "home.read", "", async (page) => {
  const { scope } = page;
  const times = overviewTimes(await teamTimeZone(scope));
  const [{ tenantName }, overview] = await Promise.all([
    readMember(scope),
    readGiftOverview(scope, times),
  ]);
  return (
    <StaffFrame page={page} title={<bdi>{tenantName}</bdi>} name="Overview" flashes={ROLE_CHANGED}>
      <Totals {...overview} />
    </StaffFrame>
  );
});
