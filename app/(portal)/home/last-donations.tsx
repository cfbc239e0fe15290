import { DonationRow } from "#components/portal/donation-row.tsx";
import { Section } from "#components/ui/page.tsx";
import type { Page } from "#lib/contract.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";

/** The last few donations with their status, and a link to the others. */
export function LastDonations({ page }: { page: Page<CardholderDonation> }) {
  const now = new Date().toISOString();
  return (
    <Section id="donations" title={page.total === 1 ? "Your donation" : "Your last donations"}>
      <ul>
        {page.items.map((donation) => (
          <DonationRow key={donation.donation_id} donation={donation} now={now} />
        ))}
      </ul>
      <p className="border-line border-t pt-1">
        <a href="/donations" className="link-alone">
          All donations
        </a>
      </p>
    </Section>
  );
}
