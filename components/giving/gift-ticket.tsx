import type { ReactNode } from "react";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import type { TicketSchool } from "#lib/giving/contract.ts";
import { formatDollars, formatPoints, toCents } from "#lib/money.ts";
import { StubFact, Ticket } from "./ticket.tsx";

/** The stub's fund and tax line. */
export function StubFund({ fund, tax }: { fund: string; tax: string | null }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2 gap-y-1">
      <StubFact name="Fund">
        <span data-fund>{fund}</span>
      </StubFact>
      {/* Text that is none of the school's funds has no tax line; another fund that is chosen has one. */}
      <div data-tax-row hidden={tax === null}>
        <StubFact name="For your taxes">
          <span data-tax>{tax}</span>
        </StubFact>
      </div>
    </div>
  );
}

/** The place of the school's confirmation number, on which it is printed once there is one. */
function ConfirmationNumber({ number, school }: { number: string | null; school: string }) {
  return (
    <StubFact name="Confirmation number" live="number">
      {number === null ? (
        <span className="mt-0.5 inline-block rounded-box border-2 border-current border-dashed px-1 py-0.5">
          Prints here when {school} confirms
        </span>
      ) : (
        <span className="ticket-number figures block break-all text-lead">{number}</span>
      )}
    </StubFact>
  );
}

/** A gift that was given, as its ticket. */
export function GiftTicket({
  donation,
  school,
  foundation,
  tax,
  when,
  isTorn = false,
}: {
  donation: CardholderDonation;
  school: TicketSchool;
  foundation?: string;
  tax: string | null;
  when: ReactNode;
  isTorn?: boolean;
}) {
  const { points_redeemed: points, points_per_dollar: rate, status } = donation;
  return (
    <Ticket
      school={school}
      {...(foundation ? { foundation } : {})}
      money={{
        amount: formatDollars(toCents(donation.dollar_amount)),
        points: points > 0 ? formatPoints(points) : null,
      }}
      rate={rate}
      when={when}
      isBeside
      isTorn={isTorn}
    >
      {status !== "failed" && (
        <ConfirmationNumber number={donation.school_confirmation_id} school={school.name} />
      )}
      <StubFund fund={donation.fund_name ?? donation.fund_designation} tax={tax} />
    </Ticket>
  );
}
