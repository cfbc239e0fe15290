import { type Query, readFormState, readQuery, stateOf, titled } from "#app/forms/form-state.ts";
import { readGiftContext } from "#app/giving/gifts.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { GiftTicket } from "#components/giving/gift-ticket.tsx";
import { GiftHeading, giftTitle, isVoid } from "#components/giving/thank-you.tsx";
import { Facts, type FactTable } from "#components/portal/facts.tsx";
import { ReferenceNumbers } from "#components/portal/reference-numbers.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Section } from "#components/ui/page.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { findOwnCase } from "#lib/cases/queries.ts";
import { readGiftCorrections } from "#lib/corrections/queries.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { findPointsSource, readUpdates } from "#lib/donations/history/queries.ts";
import { SHARED } from "#lib/donations/sharing.ts";
import { env } from "#lib/env.ts";
import type { Receipt } from "#lib/receipts/contract.ts";
import { exactDollars } from "#lib/receipts/deductibility.ts";
import { receiptNumbers } from "#lib/receipts/drawing/receipt-lines.ts";
import { getReceipt, listReceipts } from "#lib/receipts/issue.ts";
import { isFollowing } from "#lib/schools/queries.ts";
import { CaseSection } from "./case-section.tsx";
import { DonationStatus } from "./donation-status.tsx";
import { type DonationParams, findDonation } from "./find-donation.ts";
import { readResentAddress } from "./receipt/resent-token.ts";
import { ReceiptSection } from "./receipt-section.tsx";

type Props = Query & { params: DonationParams };

export const generateMetadata = titled("Your gift");

/** Everything the page shows; null if this cardholder has no such donation. */
async function readPageData(scope: CardholderScope, params: DonationParams, isNew: boolean) {
  // Read first, so that changes during rendering count as updates.
  const updates = await readUpdates(scope);
  const donation = await findDonation(scope, params);
  if (!donation) return null;
  const [gift, source, receipts, followed, reported, corrections] = await Promise.all([
    readGiftContext(donation),
    findPointsSource(scope, donation.donation_id),
    donation.receipt_available ? readReceipts(scope, donation.donation_id) : null,
    isNew && !isVoid(donation) ? isFollowing(scope, donation.school_id) : null,
    findOwnCase(scope, donation.donation_id),
    readGiftCorrections(scope, donation.donation_id),
  ]);
  if (!source) return null;
  return { updates, donation, gift, ...receipts, source, followed, reported, corrections };
}

/** The receipt, issued if needed, and those that it replaces. */
async function readReceipts(scope: CardholderScope, donationId: string) {
  const receipt = await getReceipt(scope, donationId);
  const replaced = receipt.correction ? await listReceipts(scope, donationId) : [];
  return { receipt, replaced: replaced.filter((one) => one.replaced_by !== null) };
}

const CADENCES = { monthly: "Every month", quarterly: "Every three months" } as const;
/** Where the gift was made: in the portal, in the bank's app, or by the bank itself. */
function placeOf(channel: CardholderDonation["channel"], bank: string): string {
  if (channel === "portal") return env().brandName;
  return channel === "embed" ? `${bank}’s app` : bank;
}

type Source = NonNullable<Awaited<ReturnType<typeof findPointsSource>>>;

function factsOf(donation: CardholderDonation, { bankName, programName }: Source) {
  const { cardholder_message: message } = donation;
  return {
    School: (
      <StandaloneLink href={`/schools/${donation.school_id}`}>
        {donation.school_name}
      </StandaloneLink>
    ),
    "Points from": programName ? `${programName}, ${bankName}` : bankName,
    "Given in": placeOf(donation.channel, bankName),
    [`${donation.school_name} ${donation.status === "completed" ? "received" : "receives"}`]:
      SHARED[donation.share_with_school],
    "Originally given":
      donation.reversed_usd > 0 &&
      `${exactDollars(donation.dollar_amount)}, of which ${exactDollars(donation.reversed_usd)} was reversed`,
    Repeats: donation.recurrence_cadence !== null && CADENCES[donation.recurrence_cadence],
    "Your note": message !== null && message !== "" && (
      <span className="whitespace-pre-wrap">{message}</span>
    ),
  } satisfies FactTable;
}

/** The numbers other than the one on the ticket. */
const numbersOf = ({ donation_id: value }: CardholderDonation, receipt: Receipt | null) =>
  receipt ? receiptNumbers(receipt).others : [{ label: "Gift ID", value }];

/** Thanks first if the gift was just made, then the ticket and its status. */
export default async function DonationPage({ params, searchParams }: Props) {
  const { donation_id: donationId } = await params;
  const query = await readQuery(searchParams);
  const scope = await requireCardholder(`/donations/${encodeURIComponent(donationId)}`, query);
  const isNew = query.new === "1";
  const pressed = query.done !== undefined;
  const found = await readPageData(scope, params, isNew || pressed);
  if (!found) return <MissingPage />;
  const { updates, donation, gift, receipt = null, replaced = [], source, followed } = found;
  const { reported, corrections } = found;
  const state = await readFormState(query);
  const hasEnded = isVoid(donation);
  return (
    <PortalPage current="/donations">
      <SchoolColorStyles schools={gift ? [gift.school] : []} />
      {isNew ? (
        <GiftHeading donation={donation} />
      ) : (
        <h1 className="display text-balance text-d40 wide:text-d64">
          {hasEnded ? giftTitle(donation) : `Your gift to ${donation.school_name}`}
        </h1>
      )}
      <div className="mt-3 grid gap-x-6 gap-y-3 desk:mt-4 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {gift && (
          <div className="max-w-[48rem]">
            <GiftTicket
              donation={donation}
              {...gift}
              when={<Moment at={donation.created_at} as="date" />}
              isTorn={isNew && !hasEnded}
            />
          </div>
        )}
        <DonationStatus
          donation={donation}
          bankName={source.bankName}
          promisedBy={gift?.promisedBy ?? null}
          corrections={corrections}
          follow={followed === null ? null : { followed, pressed }}
        />
      </div>
      <LiveUpdates
        from="/donations/updates"
        {...updates}
        soon={updates.soon && donation.status === "pending"}
      />
      <div className={receipt ? "grid gap-x-8 desk:grid-cols-2" : "max-w-reading"}>
        {receipt && (
          <ReceiptSection
            receipt={receipt}
            replaced={replaced}
            state={stateOf(state, "receipt/resend")}
            sentTo={await readResentAddress(donation.donation_id, query.sent)}
          />
        )}
        <Section id="more" title="Details">
          <Facts facts={factsOf(donation, source)} />
          <ReferenceNumbers numbers={numbersOf(donation, receipt)} />
          <CaseSection
            donationId={donation.donation_id}
            found={reported}
            state={stateOf(state, "report")}
          />
        </Section>
      </div>
    </PortalPage>
  );
}
