import { stateOf } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { FlatTicket } from "#components/desk/ticket.tsx";
import { FactRows, Facts, type FactTable } from "#components/portal/facts.tsx";
import { Button, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import type { SchoolGiftDetail } from "#lib/batches/contract.ts";
import { findCaseOfGift } from "#lib/cases/queries.ts";
import type { CaseRow } from "#lib/cases/sql.ts";
import { type GiftCorrection, readGiftCorrections } from "#lib/corrections/queries.ts";
import { formatDay } from "#lib/dates.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { findSchoolBranding } from "#lib/schools/branding.ts";
import { CASE_WORDS } from "../../../../case-words.ts";
import { ANSWER_FLASHES, AnswerForm } from "../../../case-form.tsx";
import { DECISION_FLASHES, Decision } from "../../../correction-forms.tsx";
import { correctionStep } from "../../../correction-words.tsx";
import {
  FoldedForm,
  type SchoolPage,
  StaffForm,
  StaffFrame,
  staffPage,
} from "../../../staff-page.tsx";
import { forms } from "../forms.ts";
import { GIFTS } from "../gift-filter.ts";
import { fundOf, GiftState } from "../gift-words.tsx";
import { type FoundGift, findGift, isUndecided } from "./find-gift.ts";
import { GiftTimeline } from "./gift-timeline.tsx";

const Wrapped = ({ children }: { children: string }) => (
  <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</bdi>
);

function factsOf({ gift, history }: FoundGift): FactTable {
  const { batchNumber, closedAt, heldAt, decidedAt } = history;
  const isLate = new Date(gift.estimated_confirmation_at).getTime() < Date.now();
  const { status } = gift;
  const asked = gift.correction_asked;
  const state = { status, heldAt, batchNumber, batchClosedAt: closedAt, decidedAt, isLate, asked };
  const wrapped = (value: string | null) =>
    value !== null && value !== "" && <Wrapped>{value}</Wrapped>;
  return {
    Status: (status !== "completed" || asked !== null) && <GiftState {...state} />,
    Left:
      status === "completed" &&
      gift.net_usd < gift.dollar_amount &&
      `${formatDollars(toCents(gift.net_usd))}: the rest was reversed`,
    Fund: wrapped(fundOf(gift)),
    Note: wrapped(gift.cardholder_message && `“${gift.cardholder_message}”`),
    "Postal address": wrapped(gift.donor_postal_address),
    "Gift date": gift.gift_date !== null && formatDay(gift.gift_date),
    Reason: wrapped(gift.failure_reason),
    Batch: batchNumber !== null && (
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
    "Gift number": <span className="wrap-anywhere">{gift.gift_number}</span>,
    "Gift ID": <span className="wrap-anywhere">{gift.donation_id}</span>,
  };
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
const toldFacts = ({ donor, bank, fund, ...told }: Told) =>
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
  <div className="mt-3 max-w-form">
    <StaffForm page={page} action="confirm" form={forms["[gift]/confirm"]} className="grid gap-2">
      <Button className="justify-self-start">Confirm {amount}</Button>
    </StaffForm>
    <FoldedForm
      page={page}
      action="refuse"
      form={forms["[gift]/refuse"]}
      ask="Decline this gift"
      meaning="You get no money for it, and the bank gives the donor’s points back. This can’t be undone."
      yes={`Decline ${amount}`}
      look="danger"
    />
  </div>
);

/** What the donor says is wrong with it: in the donor’s words, if the school may know who gave. */
const Case = ({ page, found }: SchoolPage & { found: CaseRow }) => (
  <div className="mb-3">
    <Notice title={`The donor reported: ${CASE_WORDS[found.kind].title.toLowerCase()}`}>
      <p>{CASE_WORDS[found.kind].question}</p>
      {found.schoolWords && (
        <p>
          “<Wrapped>{found.schoolWords}</Wrapped>”
        </p>
      )}
      {found.kind !== "not_mine" && page.may("cases.answer") && (
        <details open={stateOf(page.state, "answer") !== null}>
          <summary className="link-alone">Answer the donor</summary>
          <AnswerForm page={page} found={found} look="quiet" />
        </details>
      )}
    </Notice>
  </div>
);

const ANSWERS = {
  yes: {
    form: "agree",
    ask: "Agree",
    meaning:
      "You take the credit back in your system: the bank owes you that much less, and the donor gets a corrected receipt. This can’t be undone.",
  },
  no: { form: "disagree", ask: "Refuse" },
};

type CorrectionsProps = SchoolPage & { corrections: GiftCorrection[] };

/** How the gift was put right, and what the foundation is asked about it. */
const Corrections = ({ page, corrections }: CorrectionsProps) =>
  corrections.length > 0 && (
    <div className="mt-3">
      <Timeline
        steps={corrections.map((one) =>
          correctionStep(one, <Decision page={page} correction={one} {...ANSWERS} />),
        )}
      />
    </div>
  );

const Told = ({ told }: { told: Told }) => (
  <details className="mt-3">
    <summary className="link-alone">Sent to your system</summary>
    <p className="text-quiet">As recorded when the gift entered the batch. It never changes.</p>
    <FactRows rows={toldFacts(told)} />
  </details>
);

/** One gift: all that the school may know of it, what happened, and what's left to decide. */
export default staffPage("school", "gifts.read", "/gifts/[gift]", async (page) => {
  const { scope, params, query, state } = page;
  const [found, school] = await Promise.all([
    findGift(scope, params.gift ?? ""),
    findSchoolBranding(scope.schoolId),
  ]);
  if (!found || !school) return null;
  const { gift } = found;
  const [reported, corrections] = await Promise.all([
    findCaseOfGift(scope, gift.donation_id),
    readGiftCorrections(scope, gift.donation_id),
  ]);
  const amount = formatDollars(toCents(gift.dollar_amount));
  const mayDecide = isUndecided(found) && page.may("gifts.confirm");
  const mayCorrect =
    gift.status === "completed" && gift.decided_at !== null && page.may("gifts.correct");
  return (
    <StaffFrame
      page={page}
      isQuiet
      title={`Gift ${gift.gift_number}`}
      failed="Nothing was saved"
      flashes={{ corrected: "The number was corrected", ...ANSWER_FLASHES, ...DECISION_FLASHES }}
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
            {reported?.endedAt === null && <Case page={page} found={reported} />}
            <GiftTimeline {...found} />
            <Corrections page={page} corrections={corrections} />
            {mayDecide && <DecideForms page={page} amount={amount} />}
            {mayCorrect && (
              <FoldedForm
                page={page}
                action="correct"
                form={forms["[gift]/correct"]}
                shown={gift.school_confirmation_id ?? ""}
                ask="Correct the number"
                meaning="The donor and the bank see the new one. Your reason is in the audit log."
                yes="Correct number"
              />
            )}
            {gift.told && <Told told={gift.told} />}
          </section>
        </div>
      </div>
    </StaffFrame>
  );
});
