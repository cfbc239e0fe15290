import { outcomeOf } from "#components/portal/donation-outcome.ts";
import { DonationStatus } from "#components/portal/donation-status.tsx";
import { MoneyLine } from "#components/portal/money-line.tsx";
import { SchoolMonogram } from "#components/portal/school-monogram.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";

type Head = {
  donation: CardholderDonation;
  /** The bank whose points were used, if known. */
  bankName: string | undefined;
  /** Whether it was submitted just now. */
  isNew: boolean;
  now: string;
};

function StatusSummary({ donation, now }: Head) {
  const { status } = donation;
  return (
    <div className="mt-4">
      {/* Stays mounted while its text changes, so that screen readers announce the change. */}
      <div role="status">
        <p className="text-lead">
          <DonationStatus status={status} />
        </p>
        <p className="mt-0.5 break-words">{outcomeOf(donation, now)}</p>
      </div>
      {status === "failed" && (
        <ButtonLink href={`/give/${donation.school_id}`} className="mt-2">
          Give again
        </ButtonLink>
      )}
    </div>
  );
}

/** Amount, school, and status. */
export function DonationHead(head: Head) {
  const { donation, bankName } = head;
  return (
    <>
      <div className="flex items-center gap-2">
        <SchoolMonogram schoolId={donation.school_id} size="head" />
        <div className="min-w-0">
          <h1 className="break-words font-strong text-title">
            {head.isNew && donation.status !== "failed" ? "Thank you" : "Your donation"}
          </h1>
          <p className="break-words text-lead text-quiet">
            <a href={`/schools/${donation.school_id}`} className="link">
              {donation.school_name}
            </a>
            {`, ${donation.fund_name ?? donation.fund_designation}`}
          </p>
        </div>
      </div>
      <div className="mt-4">
        <MoneyLine
          donation={donation}
          size="display"
          {...(bankName ? { program: bankName } : {})}
        />
      </div>
      <StatusSummary {...head} />
    </>
  );
}
