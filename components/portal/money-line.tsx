import type { Donation } from "#lib/donations/contract.ts";
import { formatDollars, toCents } from "#lib/money.ts";

type Money = Pick<Donation, "dollar_amount" | "points_redeemed" | "points_per_dollar">;

const SIZES = { row: "text-lead", display: "text-display" } as const;

/** The rate, with an expandable explanation. */
function Rate({ pointsPerDollar, program }: { pointsPerDollar: number; program: string }) {
  return (
    <details className="text-small">
      <summary className="link-alone">
        {pointsPerDollar.toLocaleString("en-US")} points = $1 at {program}
      </summary>
      <p className="text-quiet">
        The bank sets what a point is worth in each of its programs, and takes the points off your
        balance. We hold no points; the school receives the dollars.
      </p>
    </details>
  );
}

/** Dollars, points beneath, and the rate if the program is known. */
export function MoneyLine({
  donation,
  size = "row",
  program,
}: {
  donation: Money;
  size?: keyof typeof SIZES;
  program?: string;
}) {
  const { dollar_amount: usd, points_redeemed: points, points_per_dollar: rate } = donation;
  return (
    <div className={`figures ${size === "row" ? "text-right" : ""}`}>
      <p className={`font-strong ${SIZES[size]}`}>{formatDollars(toCents(usd))}</p>
      {points > 0 && (
        <p className="text-quiet text-small">{points.toLocaleString("en-US")} points</p>
      )}
      {rate !== null && program && <Rate pointsPerDollar={rate} program={program} />}
    </div>
  );
}
