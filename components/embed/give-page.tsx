/** @jsxImportSource hono/jsx */
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { AmountChoice, type AmountOption } from "./amount-choice.tsx";
import { Cancel } from "./exit-links.tsx";
import { EmbedForm, Errors, FieldError, Fold, wiring } from "./form-parts.tsx";
import { FundChoice, type FundOption } from "./fund-choice.tsx";
import { MoneyLine, type Rate, RateLine } from "./money.tsx";
import { SchoolLine } from "./school.tsx";

export type GiveProps = {
  carries: Record<string, string>;
  errors: Record<string, string>;
  school: SchoolDetail;
  isSchoolLocked: boolean;
  rate: Rate;
  /** The locked amount, or null if there is a choice. */
  locked: { usd: number; points: number } | null;
  amounts: AmountOption[];
  amount: string;
  ownAmount: string;
  leastInWords: string;
  funds: FundOption[];
  fund: string;
  message: string;
  notify: boolean;
  cancel: { href: string | null };
};

function Message({ message, error }: { message: string; error: string | undefined }) {
  return (
    <div>
      <label for="cardholder_message">Message to the school</label>
      <p id="cardholder_message-help" class="quiet small">
        Up to 500 characters, sent along with your donation.
      </p>
      <FieldError id="cardholder_message" error={error} />
      <textarea
        {...wiring("cardholder_message", error, true)}
        name="cardholder_message"
        rows={3}
        maxlength={1_000}
      >
        {message}
      </textarea>
    </div>
  );
}

/** Offered to everybody: the bank must not learn the cardholder's settings. */
function EmailUpdates({ isChosen }: { isChosen: boolean }) {
  return (
    <label class="choice plain">
      <input type="checkbox" name="notify_by_email" checked={isChosen} />
      <span>Mail me when the school has confirmed it</span>
    </label>
  );
}

/** Amount, school, and one button; everything else is collapsed. */
export function GivePage(props: GiveProps) {
  const { carries, errors, school, isSchoolLocked, rate, locked, funds, fund, cancel } = props;
  const moreErrors = errors.cardholder_message;
  return (
    <EmbedForm carries={{ ...carries, school_id: school.school_id }}>
      <Errors errors={errors} />
      <h1>Give to {school.name}</h1>
      {locked ? <MoneyLine usd={locked.usd} points={locked.points} /> : <AmountChoice {...props} />}
      <SchoolLine school={school} foundation={school.foundation_name} />
      <button type="submit" name="do" value="review" class="main">
        Review donation
      </button>
      {/* After the main button: Enter presses a form's first submit button. */}
      {!isSchoolLocked && (
        <button type="submit" name="do" value="schools" class="text-button">
          Another school
        </button>
      )}
      <div>
        <FundChoice funds={funds} chosen={fund} error={errors.fund_designation} />
        <Fold
          summary={props.message ? "Your message and mail" : "Add a message"}
          isOpen={Boolean(moreErrors || props.message)}
        >
          <div class="stack">
            <Message message={props.message} error={moreErrors} />
            <EmailUpdates isChosen={props.notify} />
          </div>
        </Fold>
        <RateLine {...rate} />
      </div>
      <Cancel href={cancel.href} />
    </EmbedForm>
  );
}
