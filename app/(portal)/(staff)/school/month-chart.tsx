import { pathWithQuery } from "#app/paths.ts";
import { column, List } from "#components/desk/list.tsx";
import { Money } from "#components/desk/ticket.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import type { DayOfGifts } from "#lib/batches/gifts/sql.ts";
import { formatDay, monthName } from "#lib/dates.ts";
import { asCents, formatDollars, sumOfCents } from "#lib/money.ts";
import { StaffSection } from "../staff-page.tsx";
import { GIFTS } from "./gifts/gift-filter.ts";

const HEIGHT = 100;
const PITCH = 24;

/** Confirmed dollars of each day, and those on their way above them, dashed. */
function Bars({ days, last }: { days: DayOfGifts[]; last: number }) {
  const largest = Math.max(1, ...days.map(({ confirmed, waiting }) => confirmed + waiting));
  const scale = (cents: number) => (cents / largest) * HEIGHT;
  const bar = (day: string, from: number, to: number) =>
    `M${(Number(day.slice(8)) - 1) * PITCH + 1} ${HEIGHT - scale(from)}v${-scale(to)}h18v${scale(to)}z`;
  return (
    <svg
      viewBox={`0 0 ${last * PITCH} ${HEIGHT + 2}`}
      className="h-16 w-full fill-(--field) stroke-(--field)"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={days.map((one) => bar(one.day, 0, one.confirmed)).join("")} stroke="none" />
      <path
        d={days
          .map((one) => (one.waiting ? bar(one.day, one.confirmed, one.waiting) : ""))
          .join("")}
        fill="none"
        strokeWidth="2"
        strokeDasharray="4 3"
      />
      <path d={`M0 ${HEIGHT + 1}H${last * PITCH}`} className="stroke-edge" />
    </svg>
  );
}

type MonthProps = { schoolId: string; today: string; days: DayOfGifts[] };

/** The month so far, by the day given, and its table. */
export function MonthChart({ schoolId, today, days }: MonthProps) {
  const all = sumOfCents(days.map(({ confirmed, waiting }) => asCents(confirmed + waiting)));
  const from = `${today.slice(0, 7)}-01`;
  const last = Number(today.slice(8));
  const link = (show: string, words: string, of: (day: DayOfGifts) => number) => (
    <StandaloneLink className="flex wide:min-h-3" href={pathWithQuery(GIFTS, { show, from })}>
      {days.reduce((sum, day) => sum + of(day), 0).toLocaleString("en-US")} {words}
    </StandaloneLink>
  );
  return (
    <StaffSection id="month" title={`${monthName(today)} so far`}>
      <div className={`flex flex-wrap items-end gap-x-4 gap-y-2 school-${schoolId}`}>
        <div>
          <p className="display mb-1 text-d64">
            <Money amount={formatDollars(all)} />
          </p>
          {link("confirmed", "confirmed", (day) => day.confirmedCount)}
          {link("waiting", "on their way", (day) => day.waitingCount)}
          <p className="mt-1 text-fine text-quiet">By day given. Dashed: on its way.</p>
        </div>
        <div className="min-w-0 grow basis-32">
          <Bars days={days} last={last} />
          <p className="flex justify-between text-fine text-quiet">
            <span>{formatDay(from).split(",", 1)[0]}</span>
            <span>{last}</span>
          </p>
        </div>
      </div>
      {days.length > 0 && (
        <details className="mt-1">
          <summary className="link-alone">View as a table</summary>
          <List<DayOfGifts>
            caption="Dollars by day"
            columns={[
              column("Day", "rest", ({ day }) => formatDay(day)),
              column("On its way", "amount", ({ waiting }) => formatDollars(waiting)),
              column("Confirmed", "amount", (day) => formatDollars(day.confirmed)),
            ]}
            rows={days}
          />
        </details>
      )}
    </StaffSection>
  );
}
