"use client";
import { useTimeZone } from "#components/ui/time-zone.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { DonationRow } from "./donation-row.tsx";

type Month = { key: string; title: string; donations: CardholderDonation[] };

/** Groups donations by month in the reader's zone; the list is already sorted. */
function monthsOf(donations: CardholderDonation[], timeZone: string): Month[] {
  const title = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone });
  const months: Month[] = [];
  for (const donation of donations) {
    const name = title.format(new Date(donation.created_at));
    const last = months.at(-1);
    if (last?.title === name) last.donations.push(donation);
    else months.push({ key: donation.donation_id, title: name, donations: [donation] });
  }
  return months;
}

/** A cardholder's donations by month, newest first. */
export function DonationHistory({
  donations,
  now,
}: {
  donations: CardholderDonation[];
  now: string;
}) {
  return monthsOf(donations, useTimeZone()).map((month) => (
    <section key={month.key} aria-labelledby={month.key} className="mt-4">
      <h2 id={month.key} className="mb-1 font-strong text-base text-quiet">
        {month.title}
      </h2>
      <ul>
        {month.donations.map((donation) => (
          <DonationRow key={donation.donation_id} donation={donation} now={now} />
        ))}
      </ul>
    </section>
  ));
}
