import { List } from "#components/desk/list.tsx";
import { RowStatus, type RowTone } from "#components/desk/status.tsx";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import {
  type GiftOverview,
  overviewTimes,
  RECENT_DAYS,
  readGiftOverview,
} from "#lib/donations/overview/queries.ts";
import { formatDollars, formatDollarsAndCents } from "#lib/money.ts";
import { readMember } from "#lib/staff/memberships.ts";
import { formatCount } from "#lib/text.ts";
import { teamTimeZone } from "./date-filter.ts";
import { StaffFrame, staffPage } from "./staff-page.tsx";

type Row = { name: string; tone: RowTone | null; sums: GiftOverview["today"] };

/** A day as a headline: how much, and of how many gifts. */
function Today({ today: { count, cents } }: Pick<GiftOverview, "today">) {
  return (
    <div className="mt-4">
      <p className="text-quiet">Given today</p>
      <p className="display text-d88 wrap-anywhere">{formatDollars(cents)}</p>
      <p className="mt-1">{formatCount(count, "gift")}</p>
    </div>
  );
}

/** Gift totals, the exceptions below today's. */
function GiftNumbers({ overview: { waiting, failed } }: { overview: GiftOverview }) {
  const rows: Row[] = [
    { name: "On their way", tone: "waiting", sums: waiting },
    { name: `Declined, last ${RECENT_DAYS} days`, tone: "failed", sums: failed },
  ];
  return (
    <List<Row>
      caption="Gifts"
      columns={[
        {
          label: "Status",
          as: "rest",
          cell: ({ name, tone }) => <RowStatus tone={tone}>{name}</RowStatus>,
        },
        { label: "Gifts", as: "count", cell: ({ sums }) => sums.count.toLocaleString("en-US") },
        { label: "Dollars", as: "amount", cell: ({ sums }) => formatDollarsAndCents(sums.cents) },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
}

/** A team's gift totals, with today in its time zone. */
async function readTotals(scope: StaffScope): Promise<GiftOverview> {
  return readGiftOverview(scope, overviewTimes(await teamTimeZone(scope)));
}

/** Shown once, to a member whose role was changed. */
export const ROLE_CHANGED = { role: "Your role was changed" };

/** The first page of a bank's or the operator's team: gift totals. */
export const overviewPage = (kind: TenantKind) =>
  staffPage(kind, "home.read", "", async (page) => {
    const { scope } = page;
    const [{ tenantName }, overview] = await Promise.all([readMember(scope), readTotals(scope)]);
    return (
      <StaffFrame page={page} title={<bdi>{tenantName}</bdi>} flashes={ROLE_CHANGED}>
        <Today {...overview} />
        <GiftNumbers overview={overview} />
      </StaffFrame>
    );
  });
