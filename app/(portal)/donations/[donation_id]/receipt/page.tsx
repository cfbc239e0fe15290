import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { readGiftContext } from "#app/giving/gifts.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { GiftTicket } from "#components/giving/gift-ticket.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { getReceipt } from "#lib/receipts/issue.ts";
import { type DonationParams, findDonation } from "../find-donation.ts";
import { ReceiptLetter } from "./receipt-letter.tsx";

export const metadata: Metadata = { title: "Donation receipt" };

export default async function ReceiptPage({ params }: { params: DonationParams }) {
  const { donation_id: donationId } = await params;
  const scope = await requireCardholder(`/donations/${encodeURIComponent(donationId)}/receipt`);
  const donation = await findDonation(scope, params);
  if (!donation) return <MissingPage />;
  const path = `/donations/${donation.donation_id}`;
  if (!donation.receipt_available) redirect(path);
  const [gift, receipt] = await Promise.all([
    readGiftContext(donation),
    getReceipt(scope, donation.donation_id),
  ]);
  return (
    <PortalPage current="/donations">
      <nav aria-label="This receipt" className="mb-2 flex flex-wrap gap-x-3 print:hidden">
        <StandaloneLink href={path}>Back to your gift</StandaloneLink>
        <StandaloneLink href={`${path}/receipt/pdf`}>Open the PDF</StandaloneLink>
      </nav>
      <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_24rem] desk:gap-8">
        {gift && (
          <div className="min-w-0 desk:order-last print:hidden">
            <SchoolColorStyles schools={[gift.school]} />
            <GiftTicket
              donation={donation}
              {...gift}
              when={<Moment at={donation.created_at} as="date" />}
            />
          </div>
        )}
        <ReceiptLetter receipt={receipt} />
      </div>
    </PortalPage>
  );
}
