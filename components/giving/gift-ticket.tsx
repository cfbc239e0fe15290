import { WholeNumber } from "#components/ui/whole-number.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollars, formatPoints, toCents } from "#lib/money.ts";
import { isVoid, outcomeOf, STATUS_LABELS } from "./thank-you.tsx";
import { StubFact, Ticket, type TicketProps } from "./ticket.tsx";

/** The stub's fund and tax line. */
export function StubFund({ fund, tax }: { fund: string; tax: string | null }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2 gap-y-1">
      <StubFact name="Fund">
        <span data-fund>{fund}</span>
      </StubFact>
      <div data-live="tax">
        {/* Hidden rather than omitted, for the script: free text has no tax line, but another fund may have one. */}
        <div data-tax-row hidden={tax === null}>
          <StubFact name="For your taxes">
            <span className="inline-block" data-tax>
              {tax}
            </span>
          </StubFact>
        </div>
      </div>
    </div>
  );
}

/** The school's confirmation number, or a placeholder until there is one. */
function ConfirmationNumber({ donation }: { donation: CardholderDonation }) {
  const { school_name: school, school_confirmation_id: number } = donation;
  // The flow's script replaces this with new content.
  return (
    <div data-live="number">
      {isVoid(donation) ? (
        <p className="ticket-refused display text-d28">{STATUS_LABELS[outcomeOf(donation)].word}</p>
      ) : (
        <StubFact name="Confirmation number">
          {number === null ? (
            <span className="mt-0.5 inline-block rounded-box border-2 border-current border-dashed px-1 py-0.5 text-fine">
              Waiting for {school}
            </span>
          ) : (
            <div className="printed text-[1.25rem]">
              <WholeNumber number={number} />
            </div>
          )}
        </StubFact>
      )}
    </div>
  );
}

/** What counts of a gift, or would have if it had been confirmed. */
export const amountOf = ({ status, ...gift }: CardholderDonation): string =>
  formatDollars(toCents(status === "completed" ? gift.net_usd : gift.dollar_amount));

type GiftTicketProps = Pick<TicketProps, "school" | "when" | "isTorn"> & {
  donation: CardholderDonation;
  tax: string | null;
};

/** The ticket of a submitted gift. Void if nothing was given in the end. */
export function GiftTicket({ donation, tax, ...ticket }: GiftTicketProps) {
  const { points_redeemed: points, points_per_dollar: rate } = donation;
  return (
    <Ticket
      {...ticket}
      money={{
        amount: amountOf(donation),
        points: points > 0 ? formatPoints(points) : null,
      }}
      rate={rate}
      isHorizontal
    >
      <ConfirmationNumber donation={donation} />
      <StubFund
        fund={donation.fund_name ?? donation.fund_designation}
        tax={isVoid(donation) ? null : tax}
      />
    </Ticket>
  );
}
