import { pathWithQuery } from "#app/paths.ts";
import { StandaloneLink } from "#components/ui/button.tsx";
import { monthName } from "#lib/dates.ts";
import { asCents, formatDollars } from "#lib/money.ts";
import { formatMonth, monthsOf, type Period } from "#lib/reports/period.ts";
import type { Report } from "#lib/reports/queries.ts";

const HEIGHT = 100;
const WIDTH = 90;
/** "$12.5K" */
const COMPACT = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

type ChartProps = {
  path: string;
  schoolId: string;
  year: Period;
  report: Report;
  month: string | undefined;
};

/** A fiscal year's confirmed dollars by month. Each month leads to its own report. */
export function YearChart({ path, schoolId, year, report, month }: ChartProps) {
  const cents = new Map(report.times.map(({ key, cents: sum }) => [key?.slice(0, 7), sum]));
  const largest = Math.max(1, ...cents.values());
  const number = Number(year.query.year);
  const step = (by: number, words: string) => (
    <StandaloneLink href={pathWithQuery(path, { year: String(number + by) })}>
      {words}
    </StandaloneLink>
  );
  return (
    <section aria-labelledby="year" className={`mt-3 school-${schoolId}`}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="year" className="font-strong text-lead">
          <a
            href={pathWithQuery(path, year.query)}
            className="inline-block min-h-5.5 hover:underline"
          >
            {year.name}
          </a>
        </h2>
        <p className="grow text-quiet">
          {formatMonth(year.first.slice(0, 7))} to {formatMonth(year.last.slice(0, 7))}
        </p>
        <p className="flex gap-3 print:hidden">
          {step(-1, "Year before")}
          {!year.isOpen && step(1, "Year after")}
        </p>
      </div>
      <ol className="mt-1 grid grid-cols-12 gap-1 max-wide:hidden">
        {monthsOf(year).map((one) => {
          const sum = cents.get(one) ?? asCents(0);
          const height = (sum / largest) * HEIGHT;
          const isCurrent = one === month;
          return (
            <li key={one} className="min-w-0">
              <a
                href={pathWithQuery(path, { month: one })}
                aria-current={isCurrent ? "true" : undefined}
                aria-label={`${formatMonth(one)}: ${formatDollars(sum)}`}
                className="group block text-center hover:underline"
              >
                <span className="display block truncate text-fine">
                  {sum > 0 ? COMPACT.format(sum / 100) : "\u00a0"}
                </span>
                <svg
                  viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                  preserveAspectRatio="none"
                  className="h-16 w-full border-edge border-b fill-(--field) opacity-75 group-aria-current:opacity-100"
                  aria-hidden="true"
                >
                  <path d={`M0 ${HEIGHT}v${-height}h${WIDTH}v${height}z`} />
                  {isCurrent && (
                    <path d={`M0 ${HEIGHT}v${-height}h8v${height}z`} className="fill-(--stub)" />
                  )}
                </svg>
                <span className="block min-h-3 pt-0.5 text-fine group-aria-current:border-ink group-aria-current:border-b-3 group-aria-current:font-strong">
                  {monthName(one).slice(0, 1)}
                  <span className="max-wide:sr-only">{monthName(one).slice(1, 3)}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
