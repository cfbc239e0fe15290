import type { ReactNode } from "react";
import type { GiftContext } from "#app/giving/gift-context.ts";
import { GiftTicket } from "#components/giving/gift-ticket.tsx";
import { GiftHeading, giftTitle } from "#components/giving/thank-you.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";

type Head = {
  donation: CardholderDonation;
  gift: GiftContext | null;
  /** Whether it was submitted just now. */
  isNew: boolean;
  /** Beside the ticket where there is room, otherwise below it. */
  children: ReactNode;
};

/** Thanks before anything else where the gift was just made, then the ticket, then what has become of it. */
export function DonationHead({ donation, gift, isNew, children }: Head) {
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
      <div className="mt-3 grid gap-x-6 gap-y-3 desk:mt-4 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {gift && (
          <div className="max-w-[48rem]">
            <GiftTicket
              donation={donation}
              {...gift}
              when={<Moment at={donation.created_at} as="date" />}
              isTorn={isTorn}
            />
          </div>
        )}
        {children}
      </div>
    </>
  );
}
