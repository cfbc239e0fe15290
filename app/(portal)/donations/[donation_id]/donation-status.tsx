import { GiftOutcome } from "#components/giving/thank-you.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { DonationTimeline } from "./donation-timeline.tsx";

type Status = {
  donation: CardholderDonation;
  /** The bank whose points were used, if known. */
  bankName: string | undefined;
  now: string;
};

/** What has become of a gift, step by step, and where to go from here. */
export function DonationStatus({ donation, bankName, now }: Status) {
  const { status, school_id, school_name, failure_reason } = donation;
  return (
    <section aria-labelledby="way" className="grid content-start gap-3">
      <h2 id="way" className="sr-only">
        Status
      </h2>
      <GiftOutcome donation={donation} bank={bankName ?? null} now={now}>
        {failure_reason && (
          <p className="text-quiet text-small">
            {school_name}’s reason: {failure_reason}
          </p>
        )}
      </GiftOutcome>
      <DonationTimeline donation={donation} now={now} />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <ButtonLink look={status === "failed" ? "main" : "quiet"} href={`/give/${school_id}`}>
          Give again
        </ButtonLink>
        <a href="/donations" className="link-alone">
          All gifts
        </a>
        <a href={`/schools/${school_id}`} className="link-alone">
          {school_name}
        </a>
      </div>
    </section>
  );
}
