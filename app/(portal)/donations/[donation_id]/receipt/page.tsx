import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { readGiftContext } from "#app/giving/gift-context.ts";
import { GiftTicket } from "#components/giving/gift-ticket.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Page } from "#components/ui/page.tsx";
import { getReceipt } from "#lib/receipts/issue.ts";
import { StylesOf } from "../../../../school-styles.tsx";
import { requireCardholder } from "../../../../session.ts";
import { Shell } from "../../../../shell.tsx";
import { type DonationParams, findDonation } from "../find-donation.ts";
import { ReceiptLetter } from "./receipt-letter.tsx";

export const metadata: Metadata = { title: "Donation receipt" };

export default async function ReceiptPage({ params }: { params: DonationParams }) {
  const { donation_id: named } = await params;
  const scope = await requireCardholder(`/donations/${encodeURIComponent(named)}/receipt`);
  const donation = await findDonation(scope, params);
  if (!donation) notFound();
  const address = `/donations/${donation.donation_id}`;
  if (!donation.receipt_available) redirect(address);
  const [gift, receipt] = await Promise.all([
    readGiftContext(donation),
    getReceipt(scope, donation.donation_id),
  ]);
  return (
    <Shell signedIn current="/donations">
      <Page width="list">
        <nav aria-label="This receipt" className="mb-2 flex flex-wrap gap-x-3 print:hidden">
          <a href={address} className="link-alone">
            Back to your gift
          </a>
          <a href={`${address}/receipt/pdf`} className="link-alone">
            Open the PDF
          </a>
        </nav>
        <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_24rem] desk:gap-8">
          {gift && (
            <div className="min-w-0 desk:order-last print:hidden">
              <StylesOf schools={[gift.school]} />
              <GiftTicket
                donation={donation}
                {...gift}
                when={<Moment at={donation.created_at} as="date" />}
              />
            </div>
          )}
          <ReceiptLetter receipt={receipt} schoolId={donation.school_id} />
        </div>
      </Page>
    </Shell>
  );
}
