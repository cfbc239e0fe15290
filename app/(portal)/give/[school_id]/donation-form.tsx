import type { FormState } from "#app/forms/form-state.ts";
import { quickAmounts } from "#app/giving/quick-amounts.ts";
import { AmountFields } from "#components/portal/amount-fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextArea } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import type { Source } from "#lib/donations/accept/sources.ts";
import { type Cents, formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { AccountChoice } from "./account-choice.tsx";
import { formPath } from "./form-path.ts";
import { FundChoice } from "./fund-choice.tsx";
import { NotifyChoice } from "./notify-choice.tsx";

type DonationFormProps = {
  school: SchoolDetail;
  /** The active accounts; at least one. */
  sources: Source[];
  state: FormState | null;
  /** The initially selected fund. */
  fundId: string;
  emailAllowed: boolean;
  maxCents: Cents;
};

/** Fund, account, amount, message. The next page is the review. */
export function DonationForm(props: DonationFormProps) {
  const { school, sources, state, fundId, emailAllowed, maxCents } = props;
  const values = state?.values ?? {};
  const errors = state?.errors ?? {};
  const least = toCents(school.minimum_donation_usd);
  const path = formPath(school.school_id);
  const chosen = sources.find((source) => source.accountId === values.loyalty_account_id);
  return (
    <Form method="post" action={`${path}/draft`} className="grid gap-4">
      {/* Enter presses a form's first submit button: this one, not a quick amount. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        Review donation
      </button>
      <FundChoice
        funds={school.funds}
        chosen={values.fund_designation ?? fundId}
        error={errors.fund_designation}
      />
      <AccountChoice
        sources={sources}
        chosen={(chosen ?? sources[0])?.accountId ?? ""}
        error={errors.loyalty_account_id}
      />
      <fieldset>
        <legend className="font-strong">How much?</legend>
        <AmountFields
          sources={sources.map(({ accountId, programName: program, rate }) => ({
            accountId,
            program,
            rate,
          }))}
          dollars={values.dollar_amount ?? ""}
          points={values.dollar_amount ? "" : (values.points ?? "")}
          errors={{ dollars: errors.dollar_amount, points: errors.points }}
          help={`${school.name} takes ${formatDollars(least)} or more.`}
          quickCents={quickAmounts(least, maxCents)}
          quickAction={`${path}/amount`}
        />
      </fieldset>
      <TextArea
        id="cardholder_message"
        label="Message to the school (optional)"
        help="Up to 500 characters, sent along with your donation."
        maxLength={1_000}
        defaultValue={values.cardholder_message ?? ""}
        error={errors.cardholder_message}
      />
      <NotifyChoice
        allowed={emailAllowed}
        checked={state === null || values.notify_by_email !== undefined}
      />
      <Button className="w-full wide:w-fit">Review donation</Button>
    </Form>
  );
}
