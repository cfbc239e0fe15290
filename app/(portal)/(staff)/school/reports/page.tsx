import type { ReactNode } from "react";
import { pathWithQuery } from "#app/paths.ts";
import { Figures } from "#components/desk/figures.tsx";
import { COMPACT } from "#components/desk/filters.tsx";
import { column, List, money } from "#components/desk/list.tsx";
import { Glyph } from "#components/desk/status.tsx";
import { Button, ButtonLink, StandaloneLink, TextLink } from "#components/ui/button.tsx";
import type { GiftFilter } from "#lib/batches/saved-views.ts";
import { formatDay } from "#lib/dates.ts";
import { formatDollars } from "#lib/money.ts";
import { getsReports } from "#lib/reports/emails.ts";
import {
  fiscalYearOf,
  formatMonth,
  giftsOf,
  type Period,
  readPeriod,
} from "#lib/reports/period.ts";
import {
  type Report,
  type ReportGroup,
  readReport,
  readReportSchool,
  type Sum,
} from "#lib/reports/queries.ts";
import { formatCount } from "#lib/text.ts";
import { PERIOD_FILTERS, PeriodPicker } from "../../period-picker.tsx";
import {
  type SchoolPage,
  StaffForm,
  StaffFrame,
  type StaffPageProps,
  StaffSection,
  staffPage,
} from "../../staff-page.tsx";
import { GIFTS } from "../gifts/gift-filter.ts";
import { YearChart } from "./year-chart.tsx";

const FLASHES = { on: "Reports will come by email", off: "Reports no longer come by email" };

const giftsPath = (filter: GiftFilter) => pathWithQuery(GIFTS, filter);

const count = (number: number) => number.toLocaleString("en-US");

const TOTALS = [
  { part: "confirmed", label: "Confirmed", day: "by the date of the gift" },
  { part: "waiting", label: "On their way", day: "by the day they were given" },
  { part: "refused", label: "Declined", day: "by the day they were declined" },
] as const;

/** The sums of a period, each with the way to its gifts; and whether they come by email. */
const Totals = ({ report, period }: { report: Report; period: Period }) => (
  <Figures
    figures={TOTALS.map(({ part, label, day }) => ({
      label,
      amount: formatDollars(report[part].cents),
      sub: (
        <>
          <TextLink href={giftsPath(giftsOf(period, part))} className="figures">
            {formatCount(report[part].count, "gift")}
          </TextLink>
          <span className="text-quiet">, {day}</span>
        </>
      ),
    }))}
  />
);

function ByEmail({ page, isOn }: SchoolPage & { isOn: boolean }) {
  return (
    <StaffSection id="by-email" title="By email">
      <StaffForm page={page} action="email" className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p>
          {isOn
            ? "Last month’s sums come to your address on the 1st."
            : "Get last month’s sums on the 1st of each month."}
        </p>
        {!isOn && <input type="hidden" name="wanted" value="1" />}
        <Button look="quiet" className={COMPACT}>
          {isOn ? "Turn off" : "Email me each month"}
        </Button>
      </StaffForm>
    </StaffSection>
  );
}

const Share = ({ of }: { of: number }) => (
  <span className="flex items-center gap-1 text-fine text-quiet">
    <svg viewBox="0 0 100 8" className="h-1 w-10 flex-none fill-(--field)" aria-hidden="true">
      <rect width={Math.max(1, of * 100)} height="8" />
    </svg>
    {Math.round(of * 100)}%
  </span>
);

type GroupsProps = {
  id: string;
  label: string;
  groups: ReportGroup[];
  nameOf: (group: ReportGroup) => ReactNode;
  period: Period;
  total: Report["confirmed"];
};

/** Groups of the confirmed gifts, and their total. */
function Groups({ id, label, groups, nameOf, period, total }: GroupsProps) {
  const title = `Confirmed by ${label.toLowerCase()}`;
  const all: Partial<ReportGroup> & Sum = total;
  const isGroup = (row: Partial<ReportGroup> & Sum): row is ReportGroup => row !== all;
  return (
    <StaffSection id={id} title={title}>
      <List<Partial<ReportGroup> & Sum>
        caption={title}
        columns={[
          column(label, "rest", (row) => (isGroup(row) ? nameOf(row) : "Total")),
          column("Share", "share", ({ cents }) => (
            <Share of={total.cents ? cents / total.cents : 0} />
          )),
          column("Gifts", "count", (row) => (
            <TextLink
              href={giftsPath(giftsOf(period, row.part ?? "confirmed", row.key))}
              className="inline-grid min-h-5.5 min-w-5.5 content-center"
            >
              {count(row.count)}
            </TextLink>
          )),
          money("Dollars", ({ cents }) => cents),
        ]}
        rows={[...groups, all]}
      />
    </StaffSection>
  );
}

const named = ({ name, key }: ReportGroup) => (
  <bdi className="[overflow-wrap:anywhere]">{name ?? key ?? "Not one of your funds"}</bdi>
);

function timeOf({ unit }: Period, { key }: ReportGroup): string {
  if (key === null) return "";
  return unit === "month" ? formatMonth(key.slice(0, 7)) : formatDay(key);
}

function Tables({ period, report }: { period: Period; report: Report }) {
  const total = report.confirmed;
  return (
    <div className="grid gap-x-8 desk:grid-cols-2">
      <Groups
        id="times"
        label={period.unit === "month" ? "Month" : "Day"}
        groups={report.times}
        period={period}
        nameOf={(group) => timeOf(period, group)}
        total={total}
      />
      <div>
        <Groups
          id="funds"
          label="Fund"
          groups={report.funds}
          period={period}
          nameOf={named}
          total={total}
        />
        <Groups
          id="banks"
          label="Bank"
          groups={report.banks}
          period={period}
          nameOf={named}
          total={total}
        />
      </div>
    </div>
  );
}

/** A period's gifts in numbers, below its year. */
async function ReportsPage(page: StaffPageProps<"school">) {
  const { scope, path, query } = page;
  const school = await readReportSchool(scope);
  const { today, fiscalYearMonth } = school;
  const period = readPeriod(query, today, fiscalYearMonth);
  const year = readPeriod(
    { year: String(fiscalYearOf(period.last, fiscalYearMonth)) },
    today,
    fiscalYearMonth,
  );
  const [report, whole, isOn] = await Promise.all([
    readReport(scope, school, period),
    readReport(scope, school, year),
    getsReports(scope),
  ]);
  return (
    <StaffFrame
      page={page}
      title="Reports"
      flashes={FLASHES}
      end={
        <p className="flex flex-wrap gap-1 print:hidden">
          <ButtonLink
            look="quiet"
            className={COMPACT}
            href={pathWithQuery(`${path}/export`, period.query)}
          >
            <Glyph name="save" />
            CSV
          </ButtonLink>
          {period.kind !== "days" && (
            <ButtonLink className={COMPACT} href={pathWithQuery(`${path}/board`, period.query)}>
              <Glyph name="save" />
              Board report (PDF)
            </ButtonLink>
          )}
        </p>
      }
    >
      <PeriodPicker path={path} period={period} days={school} />
      <YearChart
        path={path}
        schoolId={scope.schoolId}
        year={year}
        report={whole}
        month={period.query.month}
      />
      <StaffSection id="period" title={period.isOpen ? `${period.name}, so far` : period.name}>
        <Totals report={report} period={period} />
      </StaffSection>
      {report.confirmed.count > 0 ? (
        <div className={`school-${scope.schoolId}`}>
          <Tables period={period} report={report} />
        </div>
      ) : (
        <p className="mt-4">
          No gift was confirmed in this period. Once you confirm one, it’s listed here by{" "}
          {period.unit}, fund, and bank.
        </p>
      )}
      <ByEmail page={page} isOn={isOn} />
      <p className="mt-3 print:hidden">
        <StandaloneLink href={pathWithQuery(`${path}/california`, period.query)}>
          California record (AB 488)
        </StandaloneLink>
      </p>
    </StaffFrame>
  );
}

export default staffPage("school", "reports.read", "/reports", ReportsPage, PERIOD_FILTERS);
