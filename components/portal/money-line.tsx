import type { Donation } from "#lib/donations/contract.ts";
import { formatDollars, formatPoints, toCents } from "#lib/money.ts";

type Money = Pick<Donation, "dollar_amount" | "points_redeemed">;

/** Dollars, with the points below. */
export function MoneyLine({ donation }: { donation: Money }) {
  const { dollar_amount: usd, points_redeemed: points } = donation;
  return (
    <div className="figures text-right">
      <p className="font-strong text-lead">{formatDollars(toCents(usd))}</p>
      {points > 0 && <p className="text-quiet text-small">{formatPoints(points)}</p>}
    </div>
  );
}
