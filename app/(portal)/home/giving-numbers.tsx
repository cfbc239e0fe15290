import type { YearOfGiving } from "#lib/donations/history/cardholder-giving.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { longMonth } from "./month-names.ts";

/** Amounts by month and school, latest month first. */
function linesOf({ months, schools }: YearOfGiving) {
  return months
    .flatMap((month, n) =>
      schools.map(({ schoolId, schoolName, monthsUsd }) => ({
        key: `${month} ${schoolId}`,
        month,
        schoolName,
        usd: monthsUsd[n] ?? 0,
      })),
    )
    .filter(({ usd }) => usd > 0)
    .reverse();
}

/** The chart's data as a table, all schools included. */
export function GivingNumbers({ year }: { year: YearOfGiving }) {
  return (
    <details className="mt-2">
      <summary className="link-alone">Show the numbers</summary>
      <table className="figures mt-1 w-full text-small">
        <caption className="sr-only">Confirmed gifts by month and school</caption>
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
          {linesOf(year).map(({ key, month, schoolName, usd }) => (
            <tr key={key} className="border-line border-b align-top">
              <td className="py-1 pr-2">{longMonth(month)}</td>
              <td className="py-1 pr-2">{schoolName}</td>
              <td className="py-1 text-right">{formatDollars(toCents(usd))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
