import { pathWithQuery } from "#app/paths.ts";
import { SchoolTick } from "#components/desk/list.tsx";
import { GroupedTimeline, Id } from "#components/desk/record.tsx";
import { Money } from "#components/desk/ticket.tsx";
import { Facts, type FactTable } from "#components/portal/facts.tsx";
import { Ask, Button, ButtonLink, TextLink } from "#components/ui/button.tsx";
import { type GiftCorrection, readGiftCorrections } from "#lib/corrections/queries.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { type DonationRecord, readRecord } from "#lib/donations/record/queries.ts";
import { env } from "#lib/env.ts";
import { nullIf } from "#lib/errors.ts";
import { formatDollars, formatPoints } from "#lib/money.ts";
import { APPROVAL, DECISION_FLASHES, Decision } from "../../../correction-forms.tsx";
import { correctionStep } from "../../../correction-words.tsx";
import { FoldedForm, StaffForm, StaffFrame, staffPage } from "../../../staff-page.tsx";
import { CUSTOMERS } from "../../customers/customer-words.ts";
import { type BankPage, DONATIONS } from "../donation-filter.ts";
import { Customer, DonationState } from "../donation-words.tsx";
import { forms } from "../forms.ts";
import { SchoolColors } from "../school-colors.tsx";
import { KINDS_OF } from "./correct/choices.ts";
import { DonationTimeline } from "./donation-timeline.tsx";

type Donation = DonationRecord["donation"];
type Shown = BankPage & { donation: Donation };

const id = (value: string | null) => value !== null && <Id>{value}</Id>;

const linkedCustomer = ({ accountId, customerName, customerEmail }: Donation) =>
  accountId !== null && (
    <>
      <TextLink href={`${CUSTOMERS}/${accountId}`}>
        <bdi>{customerName}</bdi>
      </TextLink>
      <bdi className="block text-quiet wrap-anywhere">{customerEmail}</bdi>
      <TextLink href={pathWithQuery(DONATIONS, { q: accountId })}>All their gifts</TextLink>
    </>
  );

function factsOf(donation: Donation): FactTable {
  const { loyaltyProgramId: program, programName, pointsPerDollar: rate } = donation;
  return {
    Donation: id(donation.id),
    "Your reference": id(donation.bankTransactionRef),
    "Confirmation number": id(donation.platformCreditId),
    "Gift number": id(giftNumberOf(donation.id)),
    Customer: linkedCustomer(donation),
    "Your customer ID": id(donation.bankUserId),
    Program:
      program !== null &&
      `${programName ?? program}${rate ? `, ${rate.toLocaleString("en-US")} points = $1` : ""}`,
    "Points to review":
      donation.pointsMismatch && "They differ from the program’s rate. The gift isn’t held up.",
    Note: donation.cardholderMessage !== null && (
      <bdi className="wrap-anywhere">“{donation.cardholderMessage}”</bdi>
    ),
  };
}

const Headline = ({ donation }: { donation: Donation }) => (
  <div className="mt-1 mb-3 flex flex-wrap items-end gap-x-3 gap-y-1">
    <p className="display text-[min(5.5rem,18vw)]">
      <Money amount={formatDollars(donation.amountCents)} />
    </p>
    <div className="min-w-0">
      <p className="font-strong text-lead wrap-anywhere">
        <SchoolTick id={donation.schoolId} />
        {donation.schoolName}, <bdi>{donation.fundName ?? donation.fundDesignation}</bdi>
      </p>
      <p className="text-quiet wrap-anywhere">
        <Customer {...donation} /> · {formatPoints(donation.pointsRedeemed)}{" "}
        <DonationState {...donation} />
      </p>
    </div>
  </div>
);

/** Stops a gift that is on its way, or lets it go on. */
function HoldForms({ page, donation: { status, heldAt, heldForBank } }: Shown) {
  if (status !== "pending" || !page.may("donations.hold")) return null;
  if (heldAt !== null) {
    if (!heldForBank) return null;
    return (
      <StaffForm page={page} action="release" className="mt-2">
        <Ask ask="Release" meaning="The gift goes on to the school at once." yes="Release now" />
      </StaffForm>
    );
  }
  return (
    <FoldedForm
      page={page}
      action="hold"
      form={forms["[donation_id]/hold"]}
      ask="Put on hold"
      meaning="Nothing more is sent to the school until you release it. An attempt that’s under way ends as the school decides."
      yes="Put on hold"
    />
  );
}

/** The sandbox's time. */
const Advance = ({ page }: BankPage) =>
  env().environment !== "production" &&
  page.may("webhooks.send") && (
    <StaffForm page={page} action="advance" className="mt-2">
      <Button look="quiet">Do the next retries now</Button>
    </StaffForm>
  );

type CorrectionsProps = Shown & { corrections: GiftCorrection[] };

/** What was done to put the gift right, and the way to more. */
function Corrections({ page, donation, corrections }: CorrectionsProps) {
  const mayCorrect = KINDS_OF[donation.status] !== undefined && page.may("corrections.request");
  const steps = corrections.map((one) =>
    correctionStep(one, <Decision page={page} correction={one} {...APPROVAL} />),
  );
  return (
    <>
      <GroupedTimeline groups={{ Correction: steps }} />
      {mayCorrect && (
        <p className="mt-2">
          <ButtonLink look="quiet" href={`${page.path}/correct`}>
            {donation.status === "pending" ? "Cancel" : "Reverse or redirect"}
          </ButtonLink>
        </p>
      )}
    </>
  );
}

/** One donation: what is known of it, and everything that happened. */
async function DonationPage({ page }: BankPage) {
  const { scope, params } = page;
  const record = await nullIf("DONATION_NOT_FOUND", readRecord(scope, params.donation_id ?? ""));
  if (!record) return null;
  const { donation } = record;
  const corrections = await readGiftCorrections(scope, donation.id);
  return (
    <StaffFrame
      page={page}
      isQuiet
      title={`Donation ${giftNumberOf(donation.id)}`}
      failed="Nothing was changed"
      flashes={{
        held: "The gift is on hold",
        released: "The gift goes on to the school",
        advanced: "What was waiting is attempted now",
        "nothing-waits": "Nothing waits for another attempt",
        requested: "The correction was requested",
        ...DECISION_FLASHES,
      }}
      back={{ href: DONATIONS, text: "Donations" }}
    >
      <SchoolColors ids={[donation.schoolId]} />
      <div className="record">
        <Headline donation={donation} />
        <div className="grid items-start gap-x-6 gap-y-3 @min-[60rem]/record:grid-cols-[minmax(0,1fr)_20rem]">
          <div>
            <DonationTimeline {...record} />
            <Corrections page={page} donation={donation} corrections={corrections} />
            <HoldForms page={page} donation={donation} />
            <Advance page={page} />
          </div>
          <Facts facts={factsOf(donation)} />
        </div>
      </div>
    </StaffFrame>
  );
}

export default staffPage("bank", "donations.read", "/donations/[donation_id]", (page) =>
  DonationPage({ page }),
);
