import { isDay } from "#app/filters.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { DayFields, Select } from "#components/ui/field.tsx";
import { formatMonth, lastMonths, type Period } from "#lib/reports/period.ts";

/** A year that `readPeriod` takes is one of four digits. */
const isDayIn = (suffix: string) => (text: string) => isDay(`${text}${suffix}`);

export const PERIOD_FILTERS = {
  month: isDayIn("-01"),
  year: isDayIn("-01-01"),
  from: isDay,
  to: isDay,
};

/** How many months the list has. Earlier ones are found by their days. */
const MONTHS = 36;

type QuickPeriod = { label: string; query: Record<string, string> };

function quickPeriods(today: string, hasYears: boolean): QuickPeriod[] {
  const [month = "", before = ""] = lastMonths(today, 2);
  const year = Number(today.slice(0, 4));
  const months = [
    { label: "This month", query: { month } },
    { label: "Last month", query: { month: before } },
  ];
  const years = [
    { label: "This year", query: { year: String(year) } },
    { label: "Last year", query: { year: String(year - 1) } },
  ];
  return hasYears ? [...months, ...years] : months;
}

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

type PickerProps = { path: string; period: Period; today: string; hasYears?: boolean };

/** Chooses a report's period: a usual one, a month, or days. */
export function PeriodPicker(props: PickerProps) {
  const { path, period, today, hasYears = true } = props;
  const months = lastMonths(today, MONTHS);
  const { month } = period.query;
  const earlier = month && !months.includes(month) ? [month] : [];
  const listed = [...earlier, ...months].map((value) => ({ value, text: formatMonth(value) }));
  return (
    <div className="mt-2 print:hidden">
      <nav aria-label="Periods" className="flex flex-wrap gap-x-3">
        {quickPeriods(today, hasYears).map(({ label, query }) => (
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
      <div className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
        <form method="get" action={path} className="flex min-w-0 flex-wrap items-end gap-1">
          <div className="w-[13rem] max-w-full">
            <Select
              id="month"
              label="Month"
              defaultValue={month ?? ""}
              options={month ? listed : [{ value: "", text: "Choose a month" }, ...listed]}
            />
          </div>
          <Button look="quiet">
            Apply<span className="sr-only"> this month</span>
          </Button>
        </form>
        <form method="get" action={path} className="flex min-w-0 flex-wrap items-end gap-1">
          <DayFields from={period.first} to={period.last} className="w-[9.5rem] max-w-full" />
          <Button look="quiet">
            Apply<span className="sr-only"> these days</span>
          </Button>
        </form>
      </div>
    </div>
  );
}
