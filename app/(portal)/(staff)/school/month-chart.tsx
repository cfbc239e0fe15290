import { pathWithQuery } from "#app/paths.ts";
import { TextLink } from "#components/ui/button.tsx";
import type { DayOfGifts } from "#lib/batches/gifts/sql.ts";
import { formatDay } from "#lib/dates.ts";
import { type Cents, formatDollars, sumOfCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { StaffSection } from "../staff-page.tsx";
import { GIFTS } from "./gifts/gift-filter.ts";

const HEIGHT = 100;
const PITCH = 24;
const BAR = 18;

const monthName = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", { month: "long", timeZone: "UTC" });

type Bar = { day: number; confirmed: number; waiting: number };

/** Confirmed dollars of each day, and those on their way above them, dashed. */
const Bars = ({ bars, days }: { bars: Bar[]; days: number }) => (
  <svg
    viewBox={`0 0 ${days * PITCH} ${HEIGHT + 2}`}
    className="day-chart"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {bars.map(({ day, confirmed, waiting }) => {
      const x = (day - 1) * PITCH;
      return (
        <g key={day}>
          <rect x={x} y={HEIGHT - confirmed} width={BAR} height={confirmed} />
          {waiting > 0 && (
            <rect
              className="dashed"
              x={x + 1}
              y={HEIGHT - confirmed - waiting + 1}
              width={BAR - 2}
              height={waiting}
            />
          )}
        </g>
      );
    })}
    <path d={`M0 ${HEIGHT + 1}H${days * PITCH}`} />
  </svg>
);

type MonthProps = { schoolId: string; today: string; days: DayOfGifts[] };

/** The month so far, by the day given, and its table. */
export function MonthChart({ schoolId, today, days }: MonthProps) {
  const total = (of: (day: DayOfGifts) => Cents) => sumOfCents(days.map(of));
  const all = total(({ confirmed, waiting }) => (confirmed + waiting) as Cents);
  const largest = Math.max(1, ...days.map(({ confirmed, waiting }) => confirmed + waiting));
  const scale = (cents: number) => (cents / largest) * HEIGHT;
  const bars = days.map(({ day, confirmed, waiting }) => ({
    day: Number(day.slice(8)),
    confirmed: scale(confirmed),
    waiting: scale(waiting),
  }));
  const from = `${today.slice(0, 7)}-01`;
  const count = days.reduce((sum, day) => sum + day.count, 0);
  return (
    <StaffSection id="month" title={`${monthName(today)} so far`}>
      <div className={`flex flex-wrap items-end gap-x-4 gap-y-2 school-${schoolId}`}>
        <div>
          <p className="display text-d64">{formatDollars(all)}</p>
          <p className="mt-1">
            <TextLink href={pathWithQuery(GIFTS, { from })}>{formatCount(count, "gift")}</TextLink>
          </p>
          <p className="mt-1 text-fine text-quiet">By day given. Dashed: on its way.</p>
        </div>
        <div className="min-w-0 grow basis-32">
          <Bars bars={bars} days={Number(today.slice(8))} />
          <p className="flex justify-between text-fine text-quiet">
            <span>{formatDay(from).split(",", 1)[0]}</span>
            <span>{Number(today.slice(8))}</span>
          </p>
        </div>
      </div>
      {days.length > 0 && (
        <details className="mt-1">
          <summary className="link-alone">View as a table</summary>
          <table className="figures w-full max-w-form text-left">
            <thead>
              <tr className="text-fine text-quiet">
                <th scope="col">Day</th>
                <th scope="col">Confirmed</th>
                <th scope="col">On its way</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, confirmed, waiting }) => (
                <tr key={day} className="border-line border-t">
                  <th scope="row" className="py-0.5 font-normal">
                    {formatDay(day)}
                  </th>
                  <td>{formatDollars(confirmed)}</td>
                  <td>{formatDollars(waiting)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </StaffSection>
  );
}
