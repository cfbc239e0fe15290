import { notFound } from "next/navigation";
import { readGiftContext } from "#app/giving/gift-context.ts";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Page, Section } from "#components/ui/page.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { findBankName, readUpdates } from "#lib/donations/history/cardholder-queries.ts";
import { getReceipt } from "#lib/receipts/issue.ts";
import { readFormState, readQuery, type SearchParams } from "../../../forms/form-state.ts";
import { titleOf } from "../../../forms/form-title.ts";
import { StylesOf } from "../../../school-styles.tsx";
import { requireCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { DonationFacts } from "./donation-facts.tsx";
import { DonationHead } from "./donation-head.tsx";
import { DonationStatus } from "./donation-status.tsx";
import { type DonationParams, findDonation } from "./find-donation.ts";
import { readResentAddress } from "./receipt/resend/resent-token.ts";
import { ReceiptSection } from "./receipt-section.tsx";

type Props = { params: DonationParams; searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Props) => titleOf("Your gift", searchParams);

/** Everything the page shows; null if this cardholder has no such donation. */
async function readAll(scope: CardholderScope, params: DonationParams) {
  // Read first, so that changes during rendering count as updates.
  const updates = await readUpdates(scope);
  const donation = await findDonation(scope, params);
  if (!donation) return null;
  const [gift, bankName, receipt] = await Promise.all([
    readGiftContext(donation),
    findBankName(scope, donation.donation_id),
    donation.receipt_available ? getReceipt(scope, donation.donation_id) : null,
  ]);
  return { updates, donation, gift, receipt, bankName };
}

export default async function DonationPage({ params, searchParams }: Props) {
  const { donation_id: named } = await params;
  const query = await readQuery(searchParams);
  const address = `/donations/${encodeURIComponent(named)}`;
  const scope = await requireCardholder(address, query);
  const found = await readAll(scope, params);
  if (!found) notFound();
  const { updates, donation, gift, receipt, bankName } = found;
  return (
    <Shell signedIn current="/donations">
      <Page width="list">
        <StylesOf schools={gift ? [gift.school] : []} />
        <DonationHead donation={donation} gift={gift} isNew={query.new === "1"}>
          <DonationStatus donation={donation} bankName={bankName} now={new Date().toISOString()} />
        </DonationHead>
        <LiveUpdates
          from="/donations/updates"
          version={updates.version}
          soon={updates.soon && donation.status === "pending"}
        />
        <div className={receipt ? "grid gap-x-8 desk:grid-cols-2" : "max-w-reading"}>
          {receipt && (
            <ReceiptSection
              receipt={receipt}
              state={await readFormState(query)}
              sentTo={await readResentAddress(donation.donation_id, query.sent)}
            />
          )}
          <Section id="more" title="Details">
            <DonationFacts donation={donation} bankName={bankName} />
          </Section>
        </div>
      </Page>
    </Shell>
  );
}
