/** The home page's chart: the last twelve months in the schools' colors, with the numbers as a table. */
import { digitsClass } from "#components/giving/ticket.tsx";
import { Monogram } from "#components/schools/school-art.tsx";
import type { YearOfGiving } from "#lib/donations/history/queries.ts";
import { asCents, formatDollars } from "#lib/money.ts";
import {
  columnsOf,
  countForWideOnly,
  type GivingColumn,
  type GivingPart,
} from "./giving-columns.ts";

/** A formatter for months such as `2026-11`. */
const monthFormat = (style: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...style, timeZone: "UTC" });
  return (key: string) => format.format(new Date(`${key}-01T00:00:00Z`));
};

/** `Nov 2026` */
const monthAndYear = monthFormat({ month: "short", year: "numeric" });
/** `Nov` */
const shortMonth = monthFormat({ month: "short" });
/** `N` */
const monthLetter = monthFormat({ month: "narrow" });

/** The height of the tallest column. */
const MAX_REM = 12;
/** Keeps small amounts visible. */
const MIN_REM = 0.25;
/** The height at which a part has room for the school's monogram. */
const MONOGRAM_REM = 1.125;

type Monograms = ReadonlyMap<string, { monogram: string }>;

/** How wide the columns must be for sums of this length to be legible above them. The table has all numbers. */
const FITS: [maxLength: number, className: string][] = [
  [4, "@min-[1.25rem]:block"],
  [6, "@min-[1.75rem]:block"],
  [9, "@min-[2.5rem]:block"],
  [12, "@min-[3.25rem]:block"],
];

/** The class of the exact sums above columns: all are as large as fits the longest one. */
function sumsClass(texts: string[]): string {
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), "");
  const shown = FITS.find(([maxLength]) => longest.length <= maxLength)?.[1] ?? "";
  return `display mb-0.5 hidden self-center whitespace-nowrap text-[min(1rem,100cqi/(var(--digits)*0.5))] ${digitsClass(longest)} ${shown}`;
}

const givenText = ({ givenCents }: GivingColumn) => formatDollars(givenCents);
const pendingText = ({ pendingCents }: GivingColumn) => `+${formatDollars(pendingCents)}`;

/** Keeps white visible on light paper, and black on dark. */
const EDGE = "outline -outline-offset-1 outline-ink/25";
const CONFIRMED = `bg-[var(--field,var(--quiet))] text-[var(--on-field,var(--paper))] ${EDGE}`;
const PENDING = "text-ink outline-2 -outline-offset-2 outline-edge outline-dashed";

/** A school's share of a month, in its main color with its second color at the edge. */
function Part({ part, rem, letters }: { part: GivingPart; rem: number; letters?: string }) {
  const school = part.schoolId === null ? "" : `school-${part.schoolId}`;
  return (
    <div
      className={`grid items-center rounded-[2px] border-[var(--stub,var(--edge))] border-l-[6px] ${school} ${part.isPending ? PENDING : CONFIRMED}`}
    >
      {/* Sets the height: the content security policy blocks inline styles. */}
      <svg height={`${rem}rem`} width="1" className="[grid-area:1/1]" aria-hidden="true" />
      {letters && rem >= MONOGRAM_REM && (
        <Monogram
          letters={letters}
          className="hidden h-1.5 w-auto justify-self-center [grid-area:1/1] @min-[2rem]:block"
        />
      )}
    </div>
  );
}

/** One stacked column per month. Hidden from screen readers, which get the table. */
function GivingBars({ columns, monograms }: { columns: GivingColumn[]; monograms: Monograms }) {
  const maxCents = Math.max(
    ...columns.map(({ givenCents, pendingCents }) => givenCents + pendingCents),
  );
  const sums = sumsClass(columns.flatMap((column) => [givenText(column), pendingText(column)]));
  const wideOnlyCount = countForWideOnly(columns);
  const remOf = (cents: number) => Math.max(MIN_REM, (cents / maxCents) * MAX_REM);
  return (
    <div
      aria-hidden="true"
      className="grid auto-cols-fr grid-flow-col grid-cols-none gap-x-0.5 wide:gap-x-1"
    >
      {columns.map((column, n) => (
        <div
          key={column.month}
          className={`@container min-w-0 flex-col justify-end gap-y-[2px] ${n < wideOnlyCount ? "hidden wide:flex" : "flex"}`}
        >
          {column.pendingCents > 0 && (
            <span className={`${sums} text-waiting`}>{pendingText(column)}</span>
          )}
          {column.givenCents > 0 && <span className={sums}>{givenText(column)}</span>}
          {column.parts.toReversed().map((part) => (
            <Part
              key={`${part.schoolId} ${part.isPending}`}
              part={part}
              rem={remOf(part.cents)}
              letters={monograms.get(part.schoolId ?? "")?.monogram ?? ""}
            />
          ))}
          <span className="border-edge border-t pt-0.5 text-center text-quiet text-small">
            <span className="@min-[2rem]:hidden">{monthLetter(column.month)}</span>
            <span className="hidden @min-[2rem]:inline">{shortMonth(column.month)}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** One row per month, school, and kind, latest month first. */
function tableRows({ months, schools }: YearOfGiving) {
  return months
    .flatMap((month, n) =>
      schools.flatMap(({ schoolId, schoolName, monthsCents, pendingCents }) =>
        [monthsCents[n] ?? asCents(0), pendingCents[n] ?? asCents(0)].map((cents, kind) => ({
          key: `${month} ${schoolId} ${kind}`,
          month,
          schoolId,
          schoolName,
          cents,
          isPending: kind === 1,
        })),
      ),
    )
    .filter(({ cents }) => cents > 0)
    .reverse();
}

/** The chart's data as a table, all schools included. */
function GivingNumbers({ year }: { year: YearOfGiving }) {
  return (
    <details className="@container mt-0.5">
      <summary className="link-alone">Show the numbers</summary>
      <table className="figures mt-1 w-full text-small">
        <caption className="sr-only">Gifts by month and school</caption>
        <thead className="@max-[18rem]:sr-only">
          <tr className="border-line border-b text-left text-quiet">
            <th scope="col" className="py-1 pr-1 font-normal">
              Month
            </th>
            <th scope="col" className="py-1 pr-1 font-normal">
              School
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Given
            </th>
          </tr>
        </thead>
        <tbody>
          {tableRows(year).map(({ key, month, schoolId, schoolName, cents, isPending }) => (
            <tr
              key={key}
              // With large text, the month stands above the school.
              className="border-line border-b align-top @max-[18rem]:flex @max-[18rem]:flex-wrap @max-[18rem]:justify-between"
            >
              <td className="@max-[18rem]:basis-full py-1 pr-1">{monthAndYear(month)}</td>
              <td className="py-1 pr-1">
                <span
                  className={`school-${schoolId} mr-1 inline-block size-1.5 rounded-[2px] border-(--stub) border-l-4 bg-(--field) ${EDGE}`}
                />
                {schoolName}
              </td>
              <td className="py-1 text-right">
                {formatDollars(cents)}
                {isPending && <span className="text-quiet"> on its way</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function GivingChart({ year, monograms }: { year: YearOfGiving; monograms: Monograms }) {
  const columns = columnsOf(year);
  const hasPending = columns.some(({ parts }) => parts.some(({ isPending }) => isPending));
  return (
    <section aria-labelledby="year" className="min-w-0">
      <h2 id="year" className="mb-2 text-quiet text-small">
        By month in each school’s colors.{hasPending && " Dashed: on its way."}
      </h2>
      <GivingBars columns={columns} monograms={monograms} />
      <GivingNumbers year={year} />
    </section>
  );
}
