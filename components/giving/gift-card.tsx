import type { ReactNode } from "react";
import { Monogram } from "#components/schools/school-art.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollars, formatPoints, toCents } from "#lib/money.ts";
import type { SchoolLook } from "#lib/schools/contract.ts";
import { GiftStatus, outcomeOf } from "./thank-you.tsx";
import { Amount, TicketArt } from "./ticket.tsx";

/** A gift, and how its school looks. */
export type Gift = { donation: CardholderDonation; school: SchoolLook };

/** What fits on two lines of a card's stub: OSU-26- and 118204. */
const STUB_CHARACTERS = 14;

/** A number as a card's stub shows it: whole, or its end. */
const shortened = (number: string) =>
  number.length > STUB_CHARACTERS ? `…${number.slice(1 - STUB_CHARACTERS)}` : number;

/** What stands at the stub's foot. */
function stubText({ status, school_confirmation_id: number }: CardholderDonation): ReactNode {
  if (status === "failed") return <span className="ticket-refused font-strong">Not accepted</span>;
  if (number === null) return "Number to come";
  return (
    <>
      Number
      <span className="block font-strong">{shortened(number)}</span>
    </>
  );
}

function Stub({ donation, school }: Gift) {
  return (
    <div className="ticket-stub">
      <Monogram letters={school.monogram} className="h-2.5 w-auto self-start" />
      <p className="text-fine">{stubText(donation)}</p>
    </div>
  );
}

/** A gift in a list: its ticket, and beneath it what has become of it. */
function GiftCard({ gift }: { gift: Gift }) {
  const { donation, school } = gift;
  const amount = formatDollars(toCents(donation.dollar_amount));
  return (
    <li className="relative min-w-0">
      <div className={`ticket ticket-small school-${school.school_id}`}>
        <div className="ticket-side">
          <div className="ticket-main">
            <TicketArt {...school} />
            {/* The link covers the whole card. */}
            <a
              href={`/donations/${donation.donation_id}`}
              className="font-strong text-fine after:absolute after:inset-0 hover:underline"
            >
              <Moment at={donation.created_at} as="day" /> · {donation.school_name}
              <span className="sr-only">, {amount}</span>
            </a>
            <Amount amount={amount} className="mt-1" />
            <p className="figures mt-0.5 text-fine">
              {donation.points_redeemed > 0 ? formatPoints(donation.points_redeemed) : "\u00a0"}
            </p>
          </div>
          <Stub {...gift} />
        </div>
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-1.5 gap-y-0.5 text-small">
        <GiftStatus {...donation} />
        <span className="min-w-0 text-quiet">
          {donation.fund_name ?? donation.fund_designation}
        </span>
        {donation.status === "failed" && <p className="w-full text-quiet">{outcomeOf(donation)}</p>}
      </div>
    </li>
  );
}

/** Gifts as tickets, as many beside each other as there is room for. */
export function GiftCards({ gifts }: { gifts: Gift[] }) {
  return (
    <ul className="grid gap-x-3 gap-y-3 wide:grid-cols-2 desk:grid-cols-3">
      {gifts.map((gift) => (
        <GiftCard key={gift.donation.donation_id} gift={gift} />
      ))}
    </ul>
  );
}
