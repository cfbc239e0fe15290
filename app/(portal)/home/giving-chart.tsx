import { SchoolMonogram } from "#components/portal/school-monogram.tsx";
import { Section } from "#components/ui/page.tsx";
import type { YearOfGiving } from "#lib/donations/history/cardholder-giving.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { GivingBars } from "./giving-bars.tsx";
import { GivingNumbers } from "./giving-numbers.tsx";
import { type GivingRow, rowsOf, tallestOf } from "./giving-rows.ts";
import { longMonth, monthLetter, shortMonth } from "./month-names.ts";

/** Names beside bars, or above them on narrow screens. */
const COLUMNS = "wide:grid wide:grid-cols-[15rem_1fr] wide:gap-x-3";

const dollars = (usd: number) => formatDollars(toCents(usd));

function RowHead({ row: { schoolId, name, totalUsd } }: { row: GivingRow }) {
  return (
    <p className="flex min-w-0 items-center gap-1.5">
      {schoolId ? <SchoolMonogram schoolId={schoolId} /> : <span className="size-5 shrink-0" />}
      <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-2 wide:block">
        <span className="min-w-0 wide:block">{name}</span>{" "}
        <strong className="figures">{dollars(totalUsd)}</strong>
      </span>
    </p>
  );
}

/** Month labels. */
function MonthAxis({ months }: { months: string[] }) {
  return (
    <div aria-hidden="true" className={`mt-0.5 text-quiet text-small ${COLUMNS}`}>
      <span />
      <div className="grid grid-cols-12 text-center">
        {months.map((month) => (
          <span key={month}>
            <span className="wide:hidden">{monthLetter(month)}</span>
            <span className="hidden wide:inline">{shortMonth(month)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** The last twelve months: a row of bars per school, all on one scale. */
export function GivingChart({ year }: { year: YearOfGiving }) {
  const { months } = year;
  const rows = rowsOf(year);
  const tallest = tallestOf(rows, months);
  const bars = rows.flatMap(({ monthsUsd }) => monthsUsd).filter((usd) => usd > 0).length;
  const span = `${longMonth(months[0] as string)} to ${longMonth(months.at(-1) as string)}`;
  if (rows.length === 0) {
    return (
      <Section id="year" title="The last 12 months" intro={span}>
        <p>No gifts were confirmed in this time. Earlier ones are in your gifts.</p>
      </Section>
    );
  }
  return (
    <Section id="year" title="The last 12 months" intro={span}>
      <ul className="grid gap-3 wide:gap-2">
        {rows.map((row) => (
          <li key={row.name} className={`school-${row.schoolId ?? "others"} items-end ${COLUMNS}`}>
            <RowHead row={row} />
            <GivingBars months={months} monthsUsd={row.monthsUsd} mostUsd={tallest.usd} />
          </li>
        ))}
      </ul>
      <MonthAxis months={months} />
      {bars > 1 && (
        <p className="mt-1 text-quiet text-small">
          The tallest bar is {dollars(tallest.usd)}: {tallest.name}, {longMonth(tallest.month)}.
        </p>
      )}
      <GivingNumbers year={year} />
    </Section>
  );
}
