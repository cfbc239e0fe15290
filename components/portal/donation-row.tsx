import { Moment } from "#components/ui/moment.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { outcomeOf } from "./donation-outcome.ts";
import { DonationStatus } from "./donation-status.tsx";
import { MoneyLine } from "./money-line.tsx";
import { SchoolMonogram } from "./school-monogram.tsx";

/** One donation in a list, linked to its page. `now` is when the page was rendered. */
export function DonationRow({ donation, now }: { donation: CardholderDonation; now: string }) {
  const amount = formatDollars(toCents(donation.dollar_amount));
  return (
    <li className="relative grid grid-cols-[auto_1fr_auto] gap-x-2 border-line border-t py-2">
      <SchoolMonogram schoolId={donation.school_id} />
      <div className="min-w-0">
        {/* The link covers the whole row. */}
        <a
          href={`/donations/${donation.donation_id}`}
          className="break-words font-strong after:absolute after:inset-0 hover:underline"
        >
          {donation.school_name}
          <span className="sr-only"> {amount}</span>
        </a>
        <p className="break-words text-quiet text-small">
          {donation.fund_name ?? donation.fund_designation}
        </p>
      </div>
      <MoneyLine donation={donation} />
      <p className="col-span-2 col-start-2 mt-0.5 flex flex-wrap gap-x-1.5 text-quiet text-small">
        <DonationStatus status={donation.status} />
        <Moment at={donation.created_at} as="day" />
        {donation.status !== "completed" && (
          <span className="min-w-0 break-words">{outcomeOf(donation, now)}</span>
        )}
      </p>
    </li>
  );
}
