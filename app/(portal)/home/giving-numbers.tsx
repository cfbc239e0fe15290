import type { YearOfGiving } from "#lib/donations/history/cardholder-giving.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { longMonth } from "./month-names.ts";

/** Amounts by month and school, latest month first. */
function linesOf({ months, schools }: YearOfGiving) {
  return months
    .flatMap((month, n) =>
      schools.flatMap(({ schoolId, schoolName, monthsUsd, pendingUsd }) =>
        [monthsUsd[n] ?? 0, pendingUsd[n] ?? 0].map((usd, kind) => ({
          key: `${month} ${schoolId} ${kind}`,
          month,
          schoolId,
          schoolName,
          usd,
          isPending: kind === 1,
        })),
      ),
    )
    .filter(({ usd }) => usd > 0)
    .reverse();
}

/** The chart's data as a table, all schools included. */
export function GivingNumbers({ year }: { year: YearOfGiving }) {
  return (
    <details className="mt-0.5">
      <summary className="link-alone">Show the numbers</summary>
      <table className="figures mt-1 w-full text-small">
        <caption className="sr-only">Gifts by month and school</caption>
        <thead>
          <tr className="border-line border-b text-left text-quiet">
            <th scope="col" className="py-1 pr-2 font-normal">
              Month
            </th>
            <th scope="col" className="py-1 pr-2 font-normal">
              School
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Given
            </th>
          </tr>
        </thead>
        <tbody>
          {linesOf(year).map(({ key, month, schoolId, schoolName, usd, isPending }) => (
            <tr key={key} className="border-line border-b align-top">
              <td className="py-1 pr-2">{longMonth(month)}</td>
              <td className="py-1 pr-2">
                <span
                  className={`school-${schoolId} mr-1 inline-block size-1.5 rounded-[2px] border-(--stub) border-l-4 bg-(--field)`}
                />
                {schoolName}
              </td>
              <td className="py-1 text-right">
                {formatDollars(toCents(usd))}
                {isPending && <span className="text-quiet"> on its way</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
