import { Monogram } from "#components/schools/monogram.tsx";
import { countForWideOnly, type GivingColumn, type GivingPart } from "./giving-columns.ts";
import { monthLetter, shortMonth } from "./month-names.ts";

/** The height of the tallest column. */
const TALLEST_REM = 12;
/** Small amounts stay visible. */
const LEAST_REM = 0.25;
/** A part this high has room for letters. */
const LETTERS_REM = 1.25;

/** A school's letters by its id. */
export type Monograms = ReadonlyMap<string, { monogram: string }>;

const whole = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const short = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

/** Rounded to what fits above a column: the table has the exact numbers. */
const shortDollars = (usd: number) => (usd < 1_000 ? whole : short).format(usd);

const GIVEN =
  "bg-[var(--field,var(--quiet))] text-[var(--on-field,var(--paper))] dark:outline dark:-outline-offset-1 dark:outline-line forced-colors:outline";
const PENDING = "text-ink outline-2 -outline-offset-2 outline-edge outline-dashed";

/** A school's part of a month: its field, with its second color at the side. */
function Part({ part, rem, letters }: { part: GivingPart; rem: number; letters?: string }) {
  const school = part.schoolId === null ? "" : `school-${part.schoolId}`;
  return (
    <div
      className={`grid items-center rounded-[2px] border-[var(--stub,var(--edge))] border-l-[6px] ${school} ${part.isPending ? PENDING : GIVEN}`}
    >
      {/* Its height: the content security policy forbids styles. */}
      <svg height={`${rem}rem`} width="1" className="[grid-area:1/1]" aria-hidden="true" />
      {letters && rem >= LETTERS_REM && (
        <Monogram
          letters={letters}
          className="hidden h-1.5 w-auto justify-self-center [grid-area:1/1] @min-[2rem]:block"
        />
      )}
    </div>
  );
}

/** Months beside each other, each a stack of its schools. Hidden from screen readers, which get the table. */
export function GivingBars({
  columns,
  monograms,
}: {
  columns: GivingColumn[];
  monograms: Monograms;
}) {
  const mostUsd = Math.max(...columns.map(({ totalUsd }) => totalUsd));
  const forWideOnly = countForWideOnly(columns);
  const remOf = (usd: number) => Math.max(LEAST_REM, (usd / mostUsd) * TALLEST_REM);
  return (
    <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-x-0.5 wide:gap-x-1">
      {columns.map(({ month, totalUsd, parts }, n) => (
        <div
          key={month}
          className={`@container min-w-0 flex-col justify-end gap-y-[2px] ${n < forWideOnly ? "hidden wide:flex" : "flex"}`}
        >
          {totalUsd > 0 && (
            <span className="display mb-0.5 hidden self-center whitespace-nowrap @min-[2.25rem]:block">
              {shortDollars(totalUsd)}
            </span>
          )}
          {parts.toReversed().map((part) => (
            <Part
              key={`${part.schoolId} ${part.isPending}`}
              part={part}
              rem={remOf(part.usd)}
              letters={monograms.get(part.schoolId ?? "")?.monogram ?? ""}
            />
          ))}
          <span className="border-edge border-t pt-0.5 text-center text-quiet text-small">
            <span className="@min-[2rem]:hidden">{monthLetter(month)}</span>
            <span className="hidden @min-[2rem]:inline">{shortMonth(month)}</span>
          </span>
        </div>
      ))}
    </div>
  );
}
