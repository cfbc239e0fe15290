import type { ReactNode } from "react";
import { Monogram } from "#components/schools/school-art.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { WholeNumber } from "#components/ui/whole-number.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatPoints } from "#lib/money.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { amountOf } from "./gift-ticket.tsx";
import { GiftStatus, isVoid, outcomeOf, pointsStepFor, STATUS_LABELS } from "./thank-you.tsx";
import { Amount, TicketArt } from "./ticket.tsx";

/** A gift with its school's name, monogram, and colors. */
export type GiftWithSchool = {
  donation: CardholderDonation;
  school: SchoolBranding;
  /** The form filled in as for this gift; null if the school isn't accepting gifts. */
  again: string | null;
};

/** The characters that are legible on a card's stub. */
const MAX_STUB_CHARACTERS = 14;

/** A confirmation number for a card's stub. Long numbers show only their end. */
const shorten = (number: string) =>
  number.length > MAX_STUB_CHARACTERS ? `…${number.slice(1 - MAX_STUB_CHARACTERS)}` : number;

function stubText(donation: CardholderDonation): ReactNode {
  const { school_name: school, school_confirmation_id: number } = donation;
  if (isVoid(donation)) {
    const { word } = STATUS_LABELS[outcomeOf(donation)];
    return <span className="ticket-refused font-strong">{word}</span>;
  }
  if (number === null) return `Waiting for ${school}`;
  return (
    <>
      Number
      <WholeNumber number={shorten(number)} className="font-strong" />
    </>
  );
}

function Stub({ donation, school }: Omit<GiftWithSchool, "again">) {
  return (
    <div className="ticket-stub">
      <Monogram letters={school.monogram} className="h-2.5 w-auto self-start" />
      <p className="text-fine">{stubText(donation)}</p>
    </div>
  );
}

const ReceiptIcon = () => (
  <svg viewBox="0 0 20 20" className="size-2.5" aria-hidden="true">
    <path
      d="M4 2h12v16l-3-2-3 2-3-2-3 2zM7.5 6.5h5M7.5 10.5h5"
      fill="none"
      stroke="currentcolor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
  </svg>
);

/** The status, where it's an exception; for a confirmed gift, whose number is on the ticket, its receipt. */
function Outcome({ donation, amount }: { donation: CardholderDonation; amount: string }) {
  const { donation_id, school_name, receipt_available } = donation;
  if (outcomeOf(donation) !== "completed") return <GiftStatus {...donation} />;
  return (
    // Above the card's own link.
    <span className="relative">
      <span className="sr-only">Confirmed</span>
      {receipt_available && (
        <a
          href={`/donations/${donation_id}/receipt`}
          aria-label={`Receipt: ${amount} to ${school_name}`}
          className="-my-1.5 -ml-2 inline-flex size-6 items-center justify-center text-quiet hover:text-ink"
        >
          <ReceiptIcon />
        </a>
      )}
    </span>
  );
}

/** A gift in a list: its ticket, with its status or its receipt below. */
function GiftCard({ gift }: { gift: GiftWithSchool }) {
  const { donation, school, again } = gift;
  const amount = amountOf(donation);
  return (
    <li className="gift relative min-w-0">
      <div className={`ticket ticket-small school-${school.school_id}`}>
        <div className="ticket-side">
          <div className="ticket-main">
            <TicketArt school={school} />
            {/* The link covers the whole card. */}
            <a
              href={`/donations/${donation.donation_id}`}
              className="font-strong text-fine after:absolute after:inset-0 hover:underline"
            >
              <span className="dots">
                <Moment at={donation.created_at} as="date" />
                <span>
                  {donation.school_name}
                  <span className="sr-only">, {amount}</span>
                </span>
              </span>
            </a>
            <Amount amount={amount} className="mt-1" />
            <p className="figures mt-0.5 text-fine">
              {donation.points_redeemed > 0 ? formatPoints(donation.points_redeemed) : "\u00a0"}
            </p>
          </div>
          <Stub donation={donation} school={school} />
        </div>
      </div>
      <div className="gift-more mt-1 flex flex-wrap items-center justify-between gap-x-1.5 gap-y-0.5 text-small">
        <Outcome donation={donation} amount={amount} />
        <span className="gift-fund mr-auto min-w-0 text-quiet">
          {donation.fund_name ?? donation.fund_designation}
        </span>
        {again && (
          // Above the card's own link.
          <StandaloneLink
            href={again}
            aria-label={`Give again: ${amount} to ${donation.school_name}`}
            className="relative"
          >
            Give again
          </StandaloneLink>
        )}
        {donation.status === "failed" && (
          <p className="w-full text-quiet">{pointsStepFor(donation)}</p>
        )}
      </div>
    </li>
  );
}

/** Gifts as a grid of tickets; as compact rows on narrow screens (`gift-list.css`). */
export function GiftCards({ gifts }: { gifts: GiftWithSchool[] }) {
  return (
    <ul className="gift-list grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3">
      {gifts.map((gift) => (
        <GiftCard key={gift.donation.donation_id} gift={gift} />
      ))}
    </ul>
  );
}
