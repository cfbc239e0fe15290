import { GiftStatus } from "#components/giving/thank-you.tsx";
import type { Donation } from "#lib/donations/contract.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { Balance, MADE_UP_BALANCE, Phone } from "../phone.tsx";

const SAID: Record<Donation["status"], string> = {
  pending: "Your gift is on its way. The school hasn’t confirmed it yet.",
  completed: "The school has confirmed your gift.",
  failed: "The school couldn’t accept your gift. Your points are back.",
};

const balanceAfter = (donation: Donation | null) =>
  donation && donation.status !== "failed"
    ? MADE_UP_BALANCE - donation.points_redeemed
    : MADE_UP_BALANCE;

function Given({ donation }: { donation: Donation }) {
  return (
    <div className="figures rounded-box border border-line bg-sheet p-2">
      <GiftStatus status={donation.status} />
      <p className="mt-1 font-strong text-display">
        {formatDollars(toCents(donation.dollar_amount))}
      </p>
      <p className="text-quiet">{donation.points_redeemed.toLocaleString("en-US")} points</p>
      <p className="mt-1">{SAID[donation.status]}</p>
    </div>
  );
}

/** The bank's app after its customer returns from the flow. */
export function ReturnScreen({ donation }: { donation: Donation | null }) {
  return (
    <Phone end={<p className="text-small">Jordan Sample</p>}>
      <Balance points={Math.max(0, balanceAfter(donation))}>
        {donation && donation.status !== "failed" ? "After your gift" : "No points were used"}
      </Balance>
      <div className="grid grow content-start gap-3 overflow-y-auto bg-paper p-2.5">
        {donation ? (
          <Given donation={donation} />
        ) : (
          <p className="rounded-box border border-line bg-sheet p-2">Nothing was given.</p>
        )}
        <p>
          <a href="/sandbox/bank" className="link-alone">
            Back to your rewards
          </a>
        </p>
        <p className="text-quiet text-small">
          The bank, its customer, and this balance are fictional.
          {donation && "  The donation exists in this sandbox."}
        </p>
      </div>
    </Phone>
  );
}
