import type { ReactNode } from "react";
import { pathWithQuery } from "#app/paths.ts";
import { List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { ButtonLink, StandaloneLink, TextLink } from "#components/ui/button.tsx";
import type { GiftFilter } from "#lib/batches/saved-views.ts";
import { formatDay } from "#lib/dates.ts";
import { formatDollars, formatDollarsAndCents } from "#lib/money.ts";
import { formatMonth, giftsOf, type Period, readPeriod } from "#lib/reports/period.ts";
import {
  type Report,
  type ReportGroup,
  readReport,
  readReportSchool,
  type Sum,
} from "#lib/reports/queries.ts";
import { formatCount } from "#lib/text.ts";
import { PERIOD_FILTERS, PeriodPicker } from "../../period-picker.tsx";
import { StaffFrame, type StaffPageProps, StaffSection, staffPage } from "../../staff-page.tsx";
import { GIFTS } from "../gifts/gift-filter.ts";
import { STATUS_WORDS } from "../gifts/gift-words.tsx";

export const metadata = { title: "Reports" };

const giftsPath = (filter: GiftFilter) => pathWithQuery(GIFTS, filter);

const count = (number: number) => number.toLocaleString("en-US");

const TOTALS = [
  { part: "confirmed", ...STATUS_WORDS.completed, day: "by the date of the gift" },
  { part: "waiting", ...STATUS_WORDS.pending, day: "by the day they were given" },
  { part: "refused", ...STATUS_WORDS.failed, day: "by the day they were declined" },
] as const;

const Totals = ({ report, period }: { report: Report; period: Period }) => (
  <dl className="mt-1 grid gap-x-4 gap-y-2 wide:grid-cols-3">
    {TOTALS.map(({ part, tone, word, day }) => (
      <div key={part} className="border-line border-t pt-1">
        <dt>
          <RowStatus tone={tone}>{word}</RowStatus>
        </dt>
        <dd>
          <span className="display my-1 block text-d40 [overflow-wrap:anywhere]">
            {formatDollars(report[part].cents)}
          </span>
          <TextLink href={giftsPath(giftsOf(period, part))} className="figures">
            {formatCount(report[part].count, "gift")}
          </TextLink>
          <span className="text-quiet">, {day}</span>
        </dd>
      </div>
    ))}
  </dl>
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
          { label, as: "rest", cell: (row) => (isGroup(row) ? nameOf(row) : "Total") },
          {
            label: "Gifts",
            as: "count",
            cell: (row) => (
              <TextLink
                href={giftsPath(giftsOf(period, row.part ?? "confirmed", row.key))}
                className="inline-grid min-h-5.5 min-w-5.5 content-center"
              >
                {count(row.count)}
              </TextLink>
            ),
          },
          { label: "Dollars", as: "amount", cell: ({ cents }) => formatDollarsAndCents(cents) },
        ]}
        rows={[...groups, all]}
        keyOf={(row) => (isGroup(row) ? String(row.key) : "total")}
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

/** A period's gifts in numbers. */
async function ReportsPage(page: StaffPageProps<"school">) {
  const { scope, path, query } = page;
  const school = await readReportSchool(scope);
  const period = readPeriod(query, school.today);
  const report = await readReport(scope, school, period);
  return (
    <StaffFrame page={page} title="Reports">
      <PeriodPicker path={path} period={period} today={school.today} />
      <StaffSection id="period" title={period.isOpen ? `${period.name}, so far` : period.name}>
        <Totals report={report} period={period} />
      </StaffSection>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
        {period.kind !== "days" && (
          <ButtonLink look="quiet" href={pathWithQuery(`${path}/board`, period.query)}>
            Board report (PDF)
          </ButtonLink>
        )}
        <StandaloneLink href={pathWithQuery(`${path}/export`, period.query)}>
          Export as CSV
        </StandaloneLink>
        <StandaloneLink href={pathWithQuery(`${path}/california`, period.query)}>
          California record (AB 488)
        </StandaloneLink>
      </div>
      {report.confirmed.count > 0 ? (
        <Tables period={period} report={report} />
      ) : (
        <p className="mt-4">
          No gift was confirmed in this period. Once you confirm one, it’s listed here by{" "}
          {period.unit}, fund, and bank.
        </p>
      )}
    </StaffFrame>
  );
}

export default staffPage("school", "reports.read", "/reports", ReportsPage, PERIOD_FILTERS);
