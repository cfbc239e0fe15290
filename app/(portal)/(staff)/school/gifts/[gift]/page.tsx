import { titled } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { type Fact, Facts } from "#components/portal/facts.tsx";
import { Button, ButtonLink, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import type { SchoolGiftDetail } from "#lib/batches/contract.ts";
import { formatDay } from "#lib/dates.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { type SchoolPage, StaffForm } from "../../../staff-form.tsx";
import { StaffFrame, StaffSection, staffPage } from "../../../staff-page.tsx";
import { forms } from "../forms.ts";
import { GIFTS } from "../gift-filter.ts";
import { DonorName, fundOf, GiftStatus } from "../gift-words.tsx";
import { type FoundGift, findGift, isUndecided } from "./find-gift.ts";
import { GiftTimeline } from "./gift-timeline.tsx";

export const generateMetadata = titled("Gift");

const Wrapped = ({ children }: { children: string }) => (
  <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</bdi>
);

function factsOf({ gift, history: { batchNumber, closedAt } }: FoundGift): (Fact | false)[] {
  return [
    { name: "Status", value: <GiftStatus {...gift} /> },
    {
      name: "Donor",
      value: (
        <span className="[overflow-wrap:anywhere]">
          <DonorName name={gift.donor_name} />
          {gift.donor_email !== null && gift.donor_email !== gift.donor_name && (
            <bdi className="block text-quiet">{gift.donor_email}</bdi>
          )}
        </span>
      ),
    },
    gift.donor_postal_address !== null && {
      name: "Postal address",
      value: <Wrapped>{gift.donor_postal_address}</Wrapped>,
    },
    { name: "Fund", value: <Wrapped>{fundOf(gift)}</Wrapped> },
    { name: "Bank", value: <Wrapped>{gift.bank_name}</Wrapped> },
    gift.cardholder_message
      ? { name: "Message", value: <Wrapped>{gift.cardholder_message}</Wrapped> }
      : false,
    gift.school_confirmation_id !== null && {
      name: "Confirmation number",
      value: <Wrapped>{gift.school_confirmation_id}</Wrapped>,
    },
    gift.gift_date !== null && { name: "Date of the gift", value: formatDay(gift.gift_date) },
    gift.failure_reason !== null && {
      name: "Reason",
      value: <Wrapped>{gift.failure_reason}</Wrapped>,
    },
    batchNumber !== null && {
      name: "Batch",
      value: (
        <>
          <TextLink href={`/school/batches/${gift.batch_id}`}>Batch {batchNumber}</TextLink>,{" "}
          {closedAt ? "closed" : "still open"}
        </>
      ),
    },
    {
      name: "Gift ID",
      value: (
        <span className="font-mono text-fine [overflow-wrap:anywhere]">{gift.donation_id}</span>
      ),
    },
  ];
}

type Told = NonNullable<SchoolGiftDetail["told"]>;

/** All of it, as it was recorded, and by the names that files have for it. */
function toldFacts({ donor, bank, fund, ...told }: Told): Fact[] {
  const text = (name: string, value: string | null) => ({
    name,
    value: value ? <Wrapped>{value}</Wrapped> : <span className="text-quiet">None</span>,
  });
  return [
    text("Gift number", told.number),
    { name: "Accepted", value: <Moment at={told.acceptedAt} as="minute" /> },
    text("Day given", formatDay(told.date)),
    text("Donor number", donor?.number ?? null),
    text("Donor name", donor?.name ?? null),
    text("Donor email", donor?.email ?? null),
    text("Bank number", bank.number),
    text("Bank name", bank.name),
    text("Fund ID", fund.id),
    text("Fund name", fund.name),
    text("Bank reference", told.reference),
    text("Message", told.message),
  ];
}

function DecideForms({ page, path }: SchoolPage & { path: string }) {
  return (
    <StaffSection
      id="decide"
      title="Confirm this gift"
      intro="Once you’ve booked it. The donor gets your number and the receipt. Only an admin can correct the number."
    >
      <StaffForm
        page={page}
        action="confirm"
        form={forms["[gift]/confirm"]}
        className="grid max-w-form gap-2"
      >
        <div className="flex flex-wrap gap-x-2 gap-y-1">
          <Button>Confirm gift</Button>
          <ButtonLink look="quiet" href={`${path}/refuse`}>
            Refuse it instead
          </ButtonLink>
        </div>
      </StaffForm>
    </StaffSection>
  );
}

function CorrectForm({ page, gift }: SchoolPage & Pick<FoundGift, "gift">) {
  return (
    <StaffSection
      id="correct"
      title="Correct the number"
      intro="The donor and the bank see the new one. Your reason is in the audit log."
    >
      <StaffForm
        page={page}
        action="correct"
        form={forms["[gift]/correct"]}
        shown={gift.school_confirmation_id ?? ""}
        className="grid max-w-form gap-2"
        send="Correct number"
      />
    </StaffSection>
  );
}

/** One gift: all that the school may know of it, what happened, and what's left to decide. */
export default staffPage("school", "gifts.read", "/gifts/[gift]", async (page) => {
  const { scope, params, query, state } = page;
  const found = await findGift(scope, params.gift ?? "");
  if (!found) return <MissingPage />;
  const { gift } = found;
  const mayDecide = isUndecided(found) && isOffered(scope, "gifts.confirm");
  const mayCorrect =
    gift.status === "completed" && gift.decided_at !== null && isOffered(scope, "gifts.correct");
  return (
    <StaffFrame
      page={page}
      title={formatDollars(toCents(gift.dollar_amount))}
      intro={
        <>
          Gift <span className="whitespace-nowrap font-mono text-ink">{gift.gift_number}</span>,{" "}
          <Moment at={gift.created_at} as="date" />
        </>
      }
      failed="Nothing was saved"
      flashes={{ corrected: "The number was corrected" }}
      back={{ href: GIFTS, text: "All gifts" }}
    >
      {!state && query.done === "before" && (
        <Notice title="This gift had been decided before" urgent>
          The first decision stands.
        </Notice>
      )}
      <div className="grid gap-x-8 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <StaffSection id="gift" title="Details">
            <Facts facts={factsOf(found)} />
          </StaffSection>
          {mayCorrect && <CorrectForm page={page} gift={gift} />}
          {mayDecide && <DecideForms page={page} path={`${GIFTS}/${gift.gift_number}`} />}
        </div>
        <StaffSection id="timeline" title="What happened">
          <GiftTimeline {...found} />
        </StaffSection>
      </div>
      <div className="max-w-reading">
        <StaffSection
          id="told"
          title="What your platform was told"
          intro={
            gift.told
              ? "As recorded when the gift entered the batch. It never changes."
              : "This gift isn’t in a batch, so nothing is recorded here."
          }
        >
          {gift.told && <Facts facts={toldFacts(gift.told)} />}
        </StaffSection>
      </div>
    </StaffFrame>
  );
});
