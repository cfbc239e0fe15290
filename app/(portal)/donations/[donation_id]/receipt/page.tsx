import { redirect } from "next/navigation";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { readGiftContext } from "#app/giving/gifts.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { GiftTicket } from "#components/giving/gift-ticket.tsx";
import { StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { nullIf } from "#lib/errors.ts";
import { getReceipt } from "#lib/receipts/issue.ts";
import { type DonationParams, findDonation } from "../find-donation.ts";
import { ReceiptLetter } from "./receipt-letter.tsx";

export const metadata = { title: "Donation receipt" };

type Props = Query & { params: DonationParams };

export default async function ReceiptPage({ params, searchParams }: Props) {
  const { donation_id: donationId } = await params;
  const { number } = await readQuery(searchParams);
  const scope = await requireCardholder(`/donations/${encodeURIComponent(donationId)}/receipt`);
  const donation = await findDonation(scope, params);
  if (!donation) return <MissingPage />;
  const path = `/donations/${donation.donation_id}`;
  if (!donation.receipt_available) redirect(path);
  const [gift, receipt] = await Promise.all([
    readGiftContext(donation),
    nullIf("DONATION_NOT_FOUND", getReceipt(scope, donation.donation_id, number)),
  ]);
  if (!receipt) return <MissingPage />;
  const pdf = pathWithQuery(`${path}/receipt/pdf`, number === undefined ? {} : { number });
  return (
    <PortalPage current="/donations">
      <nav aria-label="This receipt" className="mb-2 flex flex-wrap gap-x-3 print:hidden">
        <StandaloneLink href={path}>Back to your gift</StandaloneLink>
        <StandaloneLink href={pdf}>Open the PDF</StandaloneLink>
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
        <div>
          {receipt.replaced_by !== null && (
            <Notice title="This receipt was replaced">
              <p>
                Don’t use it for your taxes: use{" "}
                <TextLink href={`${path}/receipt`}>receipt {receipt.replaced_by}</TextLink>.
              </p>
            </Notice>
          )}
          <ReceiptLetter receipt={receipt} />
        </div>
      </div>
    </PortalPage>
  );
}
