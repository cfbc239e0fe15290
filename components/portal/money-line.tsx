import type { Donation } from "#lib/donations/contract.ts";
import { formatDollars, formatPoints, formatRate, toCents } from "#lib/money.ts";

type Money = Pick<Donation, "dollar_amount" | "points_redeemed" | "points_per_dollar">;

const SIZES = { row: "text-lead", display: "text-display" } as const;

/** Dollars, and the points beneath; with their rate if the program is known. */
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
        <p className="text-quiet text-small">
          {formatPoints(points)}
          {rate !== null && program && ` · ${formatRate(rate)}, ${program}`}
        </p>
      )}
    </div>
  );
}
