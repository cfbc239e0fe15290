import { Moment } from "#components/ui/moment.tsx";
import { centsFor, formatDollars, formatPoints } from "#lib/money.ts";

/** An account, with the points that its bank said are in it. */
type Account = {
  accountId: string;
  programName: string;
  bankName: string;
  /** Points per dollar. */
  rate: number;
  pointsBalance: number | null;
  pointsBalanceAt: Date | null;
};

/** What is in each account, in points and in dollars, and when its bank said so. */
export function Balances({ accounts, className }: { accounts: Account[]; className: string }) {
  const known = accounts.filter((account) => account.pointsBalance !== null);
  if (known.length === 0) return null;
  return (
    <ul aria-label="Your points" className={`flex flex-wrap gap-x-6 gap-y-2 ${className}`}>
      {known.map(
        ({ accountId, programName, bankName, rate, pointsBalance, pointsBalanceAt: at }) => (
          <li key={accountId} className="min-w-0">
            <p className="display text-d28">
              {formatPoints(pointsBalance ?? 0)} ·{" "}
              {formatDollars(centsFor(pointsBalance ?? 0, rate))}
            </p>
            <p className="mt-0.5 text-quiet text-small">
              {programName}, {bankName}
              {at && (
                <span className="block">
                  As of <Moment at={at} as="minute" />
                </span>
              )}
            </p>
          </li>
        ),
      )}
    </ul>
  );
}
