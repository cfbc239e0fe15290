import { roleName, rolesOf } from "#app/context-labels.ts";
import { Facts } from "#components/portal/facts.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { numbers, Table, worded } from "#components/ui/table.tsx";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import {
  type GiftOverview,
  overviewTimes,
  RECENT_DAYS,
  readGiftOverview,
} from "#lib/donations/overview/queries.ts";
import { formatDollarsAndCents } from "#lib/money.ts";
import { readMember } from "#lib/staff/memberships.ts";
import { teamTimeZone } from "./date-filter.ts";
import { GiftStatus } from "./school/gifts/gift-words.tsx";
import { StaffFrame, type StaffPage, StaffSection, staffPage } from "./staff-page.tsx";

type Row = { name: string; sums: GiftOverview["today"]; label?: React.ReactNode };

/** Gift totals as a table. */
export function GiftNumbers({ overview }: { overview: GiftOverview }) {
  const rows: Row[] = [
    { name: "today", sums: overview.today, label: <span className="font-strong">Today</span> },
    {
      name: "waiting",
      sums: overview.waiting,
      label: <GiftStatus status="pending" held={false} />,
    },
    {
      name: "failed",
      sums: overview.failed,
      label: (
        <span className="inline-flex flex-wrap items-baseline gap-x-1">
          <GiftStatus status="failed" held={false} />
          <span className="text-quiet">last {RECENT_DAYS} days</span>
        </span>
      ),
    },
  ];
  return (
    <Table
      caption="Gifts"
      columns={["Status", numbers("Number"), numbers("Dollars")]}
      rows={rows.map(({ name, sums, label }) => ({
        key: name,
        cells: [
          label,
          worded("", sums.count.toLocaleString("en-US"), sums.count === 1 ? "gift" : "gifts"),
          formatDollarsAndCents(sums.cents),
        ],
      }))}
    />
  );
}

type Member = Awaited<ReturnType<typeof readMember>>;

/** A member's own address and role. */
export function You({ page, member }: { page: StaffPage; member: Member }) {
  const { kind, role } = page.scope;
  const purpose = rolesOf(kind).find(({ value }) => value === role)?.help;
  return (
    <StaffSection id="you" title="You">
      <Facts
        facts={[
          { name: "Signed in as", value: <bdi>{member.email}</bdi> },
          { name: "Role", value: `${roleName(role)}. ${purpose}` },
          {
            name: "Member since",
            value: <Moment at={member.memberSince} as="date" />,
          },
        ]}
      />
      {role === "admin" && (
        <p className="mt-1">
          <StandaloneLink href={`${page.base}/team`}>Manage the team</StandaloneLink>
        </p>
      )}
    </StaffSection>
  );
}

/** A team's gift totals, with today in its time zone. */
export async function readTotals(scope: StaffScope): Promise<GiftOverview> {
  return readGiftOverview(scope, overviewTimes(await teamTimeZone(scope)));
}

/** Shown once, to a member whose role was changed. */
export const ROLE_CHANGED = { role: "Your role was changed" };

/** The first page of a team: gift totals, and the member’s own role. */
export const overviewPage = (kind: TenantKind) =>
  staffPage(kind, "home.read", "", async (page) => {
    const { scope } = page;
    const [member, overview] = await Promise.all([readMember(scope), readTotals(scope)]);
    return (
      <StaffFrame page={page} title={<bdi>{member.tenantName}</bdi>} flashes={ROLE_CHANGED}>
        <div className="grid gap-x-8 desk:grid-cols-2">
          <StaffSection id="gifts" title="Gifts">
            <GiftNumbers overview={overview} />
          </StaffSection>
          <You page={page} member={member} />
        </div>
      </StaffFrame>
    );
  });
