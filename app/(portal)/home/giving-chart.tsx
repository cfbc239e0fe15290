import type { YearOfGiving } from "#lib/donations/history/cardholder-giving.ts";
import { GivingBars, type Monograms } from "./giving-bars.tsx";
import { columnsOf } from "./giving-columns.ts";
import { GivingNumbers } from "./giving-numbers.tsx";

/** The last twelve months in the schools' colors, and their numbers as a table. */
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
