import { randomUUID } from "node:crypto";
import { anyText, chosenFilters, oneOf } from "#app/filters.ts";
import { FormStatus } from "#app/form-page.tsx";
import { toFormErrors } from "#app/forms/form-errors.ts";
import { FormFields } from "#app/forms/form-fields.tsx";
import { findFund } from "#app/giving/funds.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { KINDS } from "#lib/corrections/contract.ts";
import { serializeCorrection } from "#lib/corrections/queries.ts";
import { requestCorrection } from "#lib/corrections/request.ts";
import type { CorrectionRow } from "#lib/corrections/sql.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { type DonationRecord, readRecord } from "#lib/donations/record/queries.ts";
import { nullIf } from "#lib/errors.ts";
import { formatDollarsAndCents } from "#lib/money.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { getSchool } from "#lib/schools/queries.ts";
import { taxSentence } from "#lib/schools/tax.ts";
import { CorrectionLegs } from "../../../../correction-words.tsx";
import { StaffForm, StaffFrame, StaffSection, staffPage } from "../../../../staff-page.tsx";
import { type BankPage, DONATIONS } from "../../donation-filter.ts";
import { forms } from "../../forms.ts";
import { CHOICES, KINDS_OF, MESSAGES, requestOf } from "./choices.ts";

const FILTERS = {
  kind: oneOf(KINDS),
  dollar_amount: anyText,
  school_id: anyText,
  fund_designation: anyText,
};

type Donation = DonationRecord["donation"];
type Chosen = ReturnType<typeof chosenFilters<keyof typeof FILTERS>>;

/** What would happen, or what is wrong with the choices; null before anything was chosen. */
async function preview({ scope }: BankPage["page"], donation: Donation, chosen: Chosen) {
  if (!chosen.kind) return null;
  try {
    const request = requestOf(chosen, { reason: "A preview", ref: `preview:${randomUUID()}` });
    return await requestCorrection(scope, donation.id, request, { isDryRun: true });
  } catch (thrown) {
    return { errors: toFormErrors(thrown, MESSAGES) };
  }
}

/** What the donor may deduct of a redirect’s new gift, which has terms of its own. */
async function taxOf({ targetSchoolId, targetFundDesignation }: CorrectionRow) {
  if (targetSchoolId === null) return null;
  const fund = findFund((await getSchool(targetSchoolId)).funds, targetFundDesignation);
  return `Receipt of the new gift: ${fund ? taxSentence(fund) : "the school lists no such fund."}`;
}

type ConfirmProps = BankPage & { row: CorrectionRow; donation: Donation; chosen: Chosen };

/** What would happen, and the form that asks for it. */
async function Confirm({ page, row, donation, chosen }: ConfirmProps) {
  return (
    <StaffSection id="preview" title="What will happen">
      <div className="record grid gap-2">
        <CorrectionLegs {...serializeCorrection(row)} isPreview />
        <p>{await taxOf(row)}</p>
        {donation.remittedOn !== null && <p>It was paid: the foundation has to agree.</p>}
        {row.needsApproval && (
          <p>It’s above your bank’s daily sum: a second person of your team has to approve it.</p>
        )}
      </div>
      <StaffForm
        page={page}
        action="submit"
        form={forms["[donation_id]/correct/submit"]}
        className="mt-2 grid max-w-form gap-2"
      >
        {Object.entries({ ...chosen, correction_ref: `page:${randomUUID()}` }).map(
          ([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        <Button className="justify-self-start">
          {KINDS_OF[donation.status]?.find(({ value }) => value === row.kind)?.label ?? "Confirm"}
          {`: ${formatDollarsAndCents(row.amountCents)}`}
        </Button>
      </StaffForm>
    </StaffSection>
  );
}

/** The fields that a gift's status leaves, with their choices. */
async function fieldsFor(status: string) {
  const kind = { kind: { options: KINDS_OF[status] ?? [] } };
  if (status === "pending") return kind;
  const schools = [...(await readSchoolBranding()).values()].filter(({ active }) => active);
  const options = schools.map(({ school_id: value, name: text }) => ({ value, text }));
  const school_id = { options: [{ value: "", text: "The same school" }, ...options] };
  return { ...kind, dollar_amount: {}, school_id, fund_designation: {} };
}

/** Chooses a correction, shows what it would do to each part of the gift, and asks for it. */
async function CorrectPage({ page }: BankPage) {
  const { scope, params, query, path } = page;
  const record = await nullIf("DONATION_NOT_FOUND", readRecord(scope, params.donation_id ?? ""));
  if (!record || !KINDS_OF[record.donation.status]) return null;
  const { donation } = record;
  const chosen = chosenFilters(query, FILTERS);
  const found = await preview(page, donation, chosen);
  const errors = found && "errors" in found ? found.errors : null;
  const state = errors && {
    form: null,
    values: chosen as Record<string, string>,
    errors,
    unsent: null,
  };
  return (
    <StaffFrame
      page={page}
      title={`Correct gift ${giftNumberOf(donation.id)}`}
      intro={`${formatDollarsAndCents(donation.amountCents)} to ${donation.schoolName}. The gift itself never changes: the correction is shown with it.`}
      back={{ href: `${DONATIONS}/${donation.id}`, text: "The gift" }}
      failed="This wasn’t requested"
      flashes={{}}
    >
      <div className="mt-2 max-w-form">
        <FormStatus state={state} title="This can’t be done" />
        <Form method="get" action={path} className="mt-2 grid gap-2">
          <FormFields
            autoComplete="off"
            form={{ fields: CHOICES }}
            state={state}
            saved={{ kind: KINDS_OF[donation.status]?.[0]?.value, ...chosen }}
            only={await fieldsFor(donation.status)}
          />
          <Button look="quiet" className="justify-self-start">
            Show what will happen
          </Button>
        </Form>
      </div>
      {found && "row" in found && (
        <Confirm page={page} row={found.row} donation={donation} chosen={chosen} />
      )}
    </StaffFrame>
  );
}

export default staffPage(
  "bank",
  "corrections.request",
  "/donations/[donation_id]/correct",
  (page) => CorrectPage({ page }),
  FILTERS,
);
