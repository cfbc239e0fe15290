import { isDay } from "#app/filters.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { DayFields } from "#components/ui/field.tsx";
import { fiscalYearOf, monthBefore, type Period } from "#lib/reports/period.ts";

/** The team's day, and the month in which its fiscal year begins; null without years. */
type Days = { today: string; fiscalYearMonth: number | null };

/** A year that `readPeriod` takes is one of four digits. */
const isDayIn = (suffix: string) => (text: string) => isDay(`${text}${suffix}`);

export const PERIOD_FILTERS = {
  month: isDayIn("-01"),
  year: isDayIn("-01-01"),
  from: isDay,
  to: isDay,
};

function quickPeriods({ today, fiscalYearMonth }: Days) {
  const months = [
    { label: "This month", query: { month: today.slice(0, 7) } },
    { label: "Last month", query: { month: monthBefore(today) } },
  ];
  if (fiscalYearMonth === null) return months;
  const year = fiscalYearOf(today, fiscalYearMonth);
  const word = fiscalYearMonth > 1 ? "fiscal year" : "year";
  return [
    ...months,
    { label: `This ${word}`, query: { year: String(year) } },
    { label: `Last ${word}`, query: { year: String(year - 1) } },
  ];
}

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Chooses a report's period: a usual one, or days. */
export function PeriodPicker(props: { path: string; period: Period; days: Days }) {
  const { path, period, days } = props;
  return (
    <div className="mt-1 flex flex-wrap items-start gap-x-3 print:hidden">
      <nav aria-label="Periods" className="flex flex-wrap gap-x-3">
        {quickPeriods(days).map(({ label, query }) => (
          <a
            key={label}
            href={pathWithQuery(path, query)}
            aria-current={same(query, period.query) ? "true" : undefined}
            className="link-alone aria-current:font-strong aria-current:no-underline"
          >
            {label}
          </a>
        ))}
      </nav>
      <details open={period.kind === "days"}>
        <summary className="link-alone">Other days</summary>
        <form method="get" action={path} className="flex min-w-0 flex-wrap items-end gap-1 pb-1">
          <DayFields from={period.first} to={period.last} className="w-[9.5rem] max-w-full" />
          <Button look="quiet">
            Apply<span className="sr-only"> these days</span>
          </Button>
        </form>
      </details>
    </div>
  );
}
