import { pathWithQuery } from "#app/paths.ts";
import { ExportLink, Tabs } from "#components/desk/filters.tsx";
import { column, count, List, money, School } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { formatDollars, toCents } from "#lib/money.ts";
import { MAX_DAYS, type ReconciliationSummary } from "#lib/reconciliation/contract.ts";
import { readReconciliation } from "#lib/reconciliation/queries.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { formatCount } from "#lib/text.ts";
import { PeriodPicker } from "../../period-picker.tsx";
import { StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { SchoolColors } from "../donations/school-colors.tsx";
import { BY, RECONCILIATION, REPORT_FILTERS, readReportDays } from "./report-days.ts";

type Subtotal = ReconciliationSummary["subtotals"][number];

const STATUSES = {
  completed: ["completed", "Confirmed"],
  pending: ["waiting", "On their way"],
  failed: ["failed", "Declined"],
  canceled: ["failed", "Canceled"],
} as const;

const Totals = ({ totals }: Pick<ReconciliationSummary, "totals">) => (
  <dl className="mt-2 grid gap-x-4 gap-y-2 wide:grid-cols-3">
    {Object.entries(STATUSES).map(([status, [tone, word]]) => {
      const { count, dollar_amount, points_redeemed } = totals[status as keyof typeof totals];
      return (
        <div key={status} className="border-line border-t pt-1">
          <dt>
            <RowStatus tone={tone}>{word}</RowStatus>
          </dt>
          <dd>
            <span className="display my-1 block text-d40 wrap-anywhere">
              {formatDollars(toCents(dollar_amount))}
            </span>
            <span className="figures text-quiet">
              {formatCount(count, "gift")}, {points_redeemed.toLocaleString("en-US")} points
            </span>
          </dd>
        </div>
      );
    })}
  </dl>
);

type SubtotalsProps = { subtotals: Subtotal[]; nameOf: (schoolId: string) => string };

const Subtotals = ({ subtotals, nameOf }: SubtotalsProps) => (
  <List<Subtotal>
    caption="By school and fund"
    columns={[
      column("School", "rest", ({ school_id: id }) => <School id={id} name={nameOf(id)} />),
      column("Fund", "fund", ({ fund_id }) => fund_id ?? "As written by donors"),
      column("Status", "status", ({ status }) => (
        <RowStatus tone={STATUSES[status][0]}>{STATUSES[status][1]}</RowStatus>
      )),
      count("Gifts", ({ count }) => count),
      money("Amount", ({ dollar_amount }) => toCents(dollar_amount)),
    ]}
    rows={subtotals}
  />
);

/** What a day, a range, or a month comes to, to compare with the bank's own books. */
export default staffPage(
  "bank",
  "donations.read",
  "/reconciliation",
  async (page) => {
    const { scope, query } = page;
    const { today, period, day } = readReportDays(query);
    const summary = await readReconciliation(scope, day);
    const branding = await readSchoolBranding();
    const links = { ...period.query, basis: day.basis };
    const tabs = Object.entries(BY).map(([basis, label]) => ({
      label,
      href: pathWithQuery(RECONCILIATION, { ...period.query, basis }),
      isCurrent: basis === day.basis,
    }));
    return (
      <StaffFrame
        page={page}
        title="Reconciliation"
        intro="What your donations come to, by days in UTC."
        end={
          summary &&
          page.may("donations.export") && (
            <ExportLink
              href={pathWithQuery(`${RECONCILIATION}/export`, links)}
              count={summary.totals.all.count}
            />
          )
        }
      >
        <PeriodPicker
          path={RECONCILIATION}
          period={period}
          days={{ today, fiscalYearMonth: null }}
        />
        <Tabs label="Days" tabs={tabs} />
        {summary ? (
          <>
            <h2 className="mt-3 font-strong text-lead">{period.name}</h2>
            <p className="text-quiet">
              {summary.final ? "Final: it can’t change any more." : "Not final yet."}{" "}
              <TextLink href="/docs/comparison">How to compare it with your books</TextLink>
            </p>
            <SchoolColors ids={summary.subtotals.map(({ school_id }) => school_id)} />
            <Totals totals={summary.totals} />
            <StaffSection id="subtotals" title="By school and fund">
              <Subtotals
                subtotals={summary.subtotals}
                nameOf={(id) => branding.get(id)?.name ?? id}
              />
            </StaffSection>
          </>
        ) : (
          <p className="mt-3">
            <b>Choose at most {MAX_DAYS} days.</b>
          </p>
        )}
      </StaffFrame>
    );
  },
  REPORT_FILTERS,
);
