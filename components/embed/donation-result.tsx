/** @jsxImportSource hono/jsx */
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { Back } from "./exit-links.tsx";
import { MoneyLine } from "./money.tsx";
import { Monogram } from "./school.tsx";

/** The submitted donation, its status, and a link back. */
export function DonationResult({
  donation,
  heading,
  outcome,
  isAgain,
  bank,
  back,
}: {
  donation: CardholderDonation;
  heading: string;
  /** The outcome, or what happens next and when. */
  outcome: string;
  /** Whether it had already been submitted before. */
  isAgain: boolean;
  bank: string;
  back: string | null;
}) {
  const { dollar_amount: usd, points_redeemed: points, status } = donation;
  const fund = donation.fund_name ?? donation.fund_designation;
  return (
    <div class="stack">
      <h1>{heading}</h1>
      <MoneyLine usd={usd} points={points} />
      <div class="school">
        <Monogram schoolId={donation.school_id} size={56} />
        <div>
          <p class="strong">{donation.school_name}</p>
          <p class="quiet small">{fund}</p>
        </div>
      </div>
      {isAgain && <p class="notice">You gave this once. It was not given again.</p>}
      <p>{outcome}</p>
      {status === "pending" && (
        <p class="quiet">
          {bank} takes the points once {donation.school_name} has confirmed.
        </p>
      )}
      <Back href={back} bank={bank} />
    </div>
  );
}
