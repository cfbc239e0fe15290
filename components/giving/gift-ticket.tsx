import type { ReactNode } from "react";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollars, formatPoints, toCents } from "#lib/money.ts";
import type { SchoolLook } from "#lib/schools/contract.ts";
import { StubFact, Ticket } from "./ticket.tsx";

/** The stub's fund and tax line. */
export function StubFund({ fund, tax }: { fund: string; tax: string | null }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2 gap-y-1">
      <StubFact name="Fund">
        <span data-fund>{fund}</span>
      </StubFact>
      <div data-live="tax">
        {/* Text that is none of the school's funds has no tax line; another fund that is chosen has one. */}
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

/** A number's length, rounded up: its size on the ticket depends on it. */
const sizeStep = ({ length }: string) => Math.min(Math.ceil(length / 4) * 4, 36);

/** The place of the school's confirmation number, on which it is printed once there is one. */
function ConfirmationNumber({
  status,
  school_confirmation_id: number,
}: Pick<CardholderDonation, "status" | "school_confirmation_id">) {
  // Scripts take over what has changed here.
  return (
    <div data-live="number">
      {status === "failed" ? (
        <p className="ticket-refused display text-d28">Not accepted</p>
      ) : (
        <StubFact name="Confirmation number">
          {number === null ? (
            <span className="ticket-awaited">Prints when confirmed</span>
          ) : (
            <span className="ticket-number" data-length={sizeStep(number)}>
              {number}
            </span>
          )}
        </StubFact>
      )}
    </div>
  );
}

/** A gift that was given, as its ticket: void if the school didn't accept it. */
export function GiftTicket({
  donation,
  school,
  foundation,
  tax,
  when,
  isTorn = false,
}: {
  donation: CardholderDonation;
  school: SchoolLook;
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
      <ConfirmationNumber {...donation} />
      <StubFund
        fund={donation.fund_name ?? donation.fund_designation}
        tax={status === "failed" ? null : tax}
      />
    </Ticket>
  );
}
