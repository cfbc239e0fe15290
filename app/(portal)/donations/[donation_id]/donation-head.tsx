import { GiftTicket } from "#components/giving/gift-ticket.tsx";
import { GiftHeading, GiftOutcome, giftTitle } from "#components/giving/thank-you.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import type { GiftContext } from "#lib/giving/gift-context.ts";

type Head = {
  donation: CardholderDonation;
  gift: GiftContext | null;
  /** The bank whose points were used, if known. */
  bankName: string | undefined;
  /** Whether it was submitted just now. */
  isNew: boolean;
  now: string;
};

/** Thanks before anything else where the gift was just made, then the ticket, then its status. */
export function DonationHead({ donation, gift, bankName, isNew, now }: Head) {
  const isTorn = isNew && donation.status !== "failed";
  return (
    <>
      {isNew ? (
        <GiftHeading donation={donation} />
      ) : (
        <h1 className="display text-balance text-d40 wide:text-d64">
          {donation.status === "failed"
            ? giftTitle(donation)
            : `Your gift to ${donation.school_name}`}
        </h1>
      )}
      <div className="mt-3 max-w-[48rem]">
        {gift && (
          <GiftTicket
            donation={donation}
            {...gift}
            when={<Moment at={donation.created_at} as="date" />}
            isTorn={isTorn}
          />
        )}
      </div>
      <div className="mt-3 max-w-reading">
        <GiftOutcome donation={donation} bank={bankName ?? null} now={now} />
        {donation.status === "failed" && (
          <ButtonLink href={`/give/${donation.school_id}`} className="mt-2">
            Give again
          </ButtonLink>
        )}
      </div>
    </>
  );
}
