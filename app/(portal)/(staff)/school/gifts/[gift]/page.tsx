import { stateOf, titled } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { FlatTicket } from "#components/desk/ticket.tsx";
import { type Fact, Facts } from "#components/portal/facts.tsx";
import { Button, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import type { SchoolGiftDetail } from "#lib/batches/contract.ts";
import { formatDay } from "#lib/dates.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { findSchoolBranding } from "#lib/schools/branding.ts";
import { type SchoolPage, StaffForm } from "../../../staff-form.tsx";
import { StaffFrame, staffPage } from "../../../staff-page.tsx";
import { forms } from "../forms.ts";
import { GIFTS } from "../gift-filter.ts";
import { fundOf, GiftState } from "../gift-words.tsx";
import { type FoundGift, findGift, isUndecided } from "./find-gift.ts";
import { GiftTimeline } from "./gift-timeline.tsx";

export const generateMetadata = titled("Gift");

const Wrapped = ({ children }: { children: string }) => (
  <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</bdi>
);

function factsOf({ gift, history }: FoundGift): (Fact | false)[] {
  const { batchNumber, closedAt, heldAt, decidedAt } = history;
  const isLate = new Date(gift.estimated_confirmation_at).getTime() < Date.now();
  const { status } = gift;
  const asked = gift.correction_asked;
  const state = { status, heldAt, batchNumber, batchClosedAt: closedAt, decidedAt, isLate, asked };
  const wrapped = (name: string, value: string | null) =>
    value !== null && value !== "" && { name, value: <Wrapped>{value}</Wrapped> };
  return [
    (status !== "completed" || asked !== null) && {
      name: "Status",
      value: <GiftState {...state} />,
    },
    status === "completed" &&
      gift.net_usd < gift.dollar_amount && {
        name: "Left",
        value: `${formatDollars(toCents(gift.net_usd))}: the rest was reversed`,
      },
    wrapped("Fund", fundOf(gift)),
    wrapped("Note", gift.cardholder_message && `“${gift.cardholder_message}”`),
    wrapped("Postal address", gift.donor_postal_address),
    gift.gift_date !== null && { name: "Gift date", value: formatDay(gift.gift_date) },
    wrapped("Reason", gift.failure_reason),
    batchNumber !== null && {
      name: "Batch",
      value: (
        <>
          <TextLink href={`/school/batches/${gift.batch_id}`}>Batch {batchNumber}</TextLink>
          {closedAt ? (
            <>
              , closed <Moment at={closedAt} as="day" />
            </>
          ) : (
            ", still open"
          )}
        </>
      ),
    },
    { name: "Gift number", value: <span className="wrap-anywhere">{gift.gift_number}</span> },
    { name: "Gift ID", value: <span className="wrap-anywhere">{gift.donation_id}</span> },
  ];
}

/** Who gave, and their other gifts. */
const Who = ({ gift: { donor_name: name, donor_email: email } }: Pick<FoundGift, "gift">) => (
  <>
    <p className="font-strong text-lead wrap-anywhere">
      {name === null ? "Anonymous" : <bdi>{name}</bdi>}
    </p>
    {email !== null && (
      <p className="text-quiet wrap-anywhere">
        {email !== name && (
          <>
            <bdi>{email}</bdi> ·{" "}
          </>
        )}
        <TextLink href={pathWithQuery(GIFTS, { q: email })}>View gifts</TextLink>
      </p>
    )}
  </>
);

type Told = NonNullable<SchoolGiftDetail["told"]>;

/** All of it, as it was recorded, and by the names that files have for it. */
const toldFacts = ({ donor, bank, fund, ...told }: Told): Fact[] =>
  Object.entries({
    "Gift number": told.number,
    "Day given": formatDay(told.date),
    "Donor number": donor?.number,
    "Donor name": donor?.name,
    "Donor email": donor?.email,
    "Bank number": bank.number,
    "Bank name": bank.name,
    "Fund ID": fund.id,
    "Fund name": fund.name,
    "Bank reference": told.reference,
    Message: told.message,
  }).map(([name, value]) => ({ name, value: value ? <Wrapped>{value}</Wrapped> : "None" }));

const DecideForms = ({ page, amount }: SchoolPage & { amount: string }) => (
  <div className="mt-3 grid max-w-form gap-2">
    <StaffForm page={page} action="confirm" form={forms["[gift]/confirm"]} className="grid gap-2">
      <Button className="justify-self-start">Confirm {amount}</Button>
    </StaffForm>
    <details open={stateOf(page.state, "refuse") !== null}>
      <summary className="link-alone">Decline this gift</summary>
      <p>
        You get no money for it, and the bank gives the donor’s points back. This can’t be undone.
      </p>
      <StaffForm
        page={page}
        action="refuse"
        form={forms["[gift]/refuse"]}
        className="mt-1 grid gap-2"
      >
        <Button look="danger" className="justify-self-start">
          Decline {amount}
        </Button>
      </StaffForm>
    </details>
  </div>
);

const CorrectForm = ({ page, gift }: SchoolPage & Pick<FoundGift, "gift">) => (
  <details className="mt-3" open={stateOf(page.state, "correct") !== null}>
    <summary className="link-alone">Correct the number</summary>
    <p className="max-w-form text-quiet">
      The donor and the bank see the new one. Your reason is in the audit log.
    </p>
    <StaffForm
      page={page}
      action="correct"
      form={forms["[gift]/correct"]}
      shown={gift.school_confirmation_id ?? ""}
      className="mt-1 grid max-w-form gap-2"
      send="Correct number"
    />
  </details>
);

const Told = ({ told }: { told: Told }) => (
  <details className="mt-3">
    <summary className="link-alone">Sent to your system</summary>
    <p className="text-quiet">As recorded when the gift entered the batch. It never changes.</p>
    <Facts facts={toldFacts(told)} />
  </details>
);

/** One gift: all that the school may know of it, what happened, and what's left to decide. */
export default staffPage("school", "gifts.read", "/gifts/[gift]", async (page) => {
  const { scope, params, query, state } = page;
  const [found, school] = await Promise.all([
    findGift(scope, params.gift ?? ""),
    findSchoolBranding(scope.schoolId),
  ]);
  if (!found || !school) return <MissingPage />;
  const { gift } = found;
  const amount = formatDollars(toCents(gift.dollar_amount));
  const mayDecide = isUndecided(found) && isOffered(scope, "gifts.confirm");
  const mayCorrect =
    gift.status === "completed" && gift.decided_at !== null && isOffered(scope, "gifts.correct");
  return (
    <StaffFrame
      page={page}
      isQuiet
      title={`Gift ${gift.gift_number}`}
      failed="Nothing was saved"
      flashes={{ corrected: "The number was corrected" }}
      back={{ href: GIFTS, text: "Gifts" }}
    >
      {!state && query.done === "before" && (
        <Notice title="This gift had been decided before" urgent>
          The first decision stands.
        </Notice>
      )}
      <div className="record mt-1">
        <div className="grid items-start gap-x-6 gap-y-2 @min-[44rem]/record:grid-cols-[28rem_minmax(0,1fr)]">
          <div>
            <Who gift={gift} />
            <FlatTicket school={school} amount={amount} number={gift.school_confirmation_id}>
              <bdi>{gift.bank_name}</bdi>
            </FlatTicket>
            <Facts facts={factsOf(found)} />
          </div>
          <section aria-label="What happened">
            <GiftTimeline {...found} />
            {mayDecide && <DecideForms page={page} amount={amount} />}
            {mayCorrect && <CorrectForm page={page} gift={gift} />}
            {gift.told && <Told told={gift.told} />}
          </section>
        </div>
      </div>
    </StaffFrame>
  );
});
