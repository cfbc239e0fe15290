/** @jsxImportSource hono/jsx */
import { formatDollars, toCents } from "#lib/money.ts";

export type Rate = { pointsPerDollar: number; program: string };

export const pointsInWords = (points: number) => `${points.toLocaleString("en-US")} points`;

/** The point rate, with an expandable explanation. */
export function RateLine({ pointsPerDollar, program }: Rate) {
  return (
    <details class="small">
      <summary>
        {pointsPerDollar.toLocaleString("en-US")} points = $1 at {program}
      </summary>
      <p class="quiet">
        The bank sets what a point is worth in each of its programs, and takes the points off your
        balance. We hold no points; the school receives the dollars.
      </p>
    </details>
  );
}

/** Dollars in large type, points beneath. */
export function MoneyLine({ usd, points }: { usd: number; points: number }) {
  return (
    <p id="dollar_amount" class="figures">
      <span class="dollars">{formatDollars(toCents(usd))}</span>
      <span class="quiet">{pointsInWords(points)}</span>
    </p>
  );
}
