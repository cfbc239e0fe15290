/** The first page: the ticket, the amount, one button. */
import { EmbedForm } from "#components/embed/embed-form.tsx";
import { FlowFooter, FlowHeader } from "#components/embed/flow-header.tsx";
import { StubFund } from "#components/giving/gift-ticket.tsx";
import { GiveFields } from "#components/giving/give-fields.tsx";
import { Ticket } from "#components/giving/ticket.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import type { Allowance } from "#lib/donations/accept/limits.ts";
import { findAllowance, lockedIn } from "#lib/embed/giving.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { env } from "#lib/env.ts";
import { limitFact, mostOf } from "#lib/giving/allowance.ts";
import {
  amountsToOffer,
  dollarsOf,
  entryAmong,
  ticketMoney,
  tilesOf,
} from "#lib/giving/amounts.ts";
import { firstFund, fundOption, fundOptions } from "#lib/giving/funds.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { findSchoolLook } from "#lib/schools/looks.ts";
import { cancelHref, type FlowRequest } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";
import { fundDefaultsFor } from "./fund-defaults.ts";

/** The session's account, as the form shows it. */
export const sourceOf = ({ scope, programName, bankName, rate }: EmbedSession) => ({
  accountId: scope.accountId,
  programName,
  bankName,
  rate,
});

function GivePage({
  flowRequest: { token, session, entered },
  school,
  look,
  allowance,
  errors,
}: {
  flowRequest: FlowRequest;
  school: SchoolDetail;
  look: NonNullable<Awaited<ReturnType<typeof findSchoolLook>>>;
  /** What the account can give now; null where the bank has locked the amount. */
  allowance: Allowance | null;
  errors: Record<string, string>;
}) {
  const least = toCents(school.minimum_donation_usd);
  const defaults = fundDefaultsFor(session, school);
  const fund = entered.fund ?? firstFund(school, defaults);
  const shown = fundOption(school.funds, fund);
  const lockedUsd = lockedIn(session).dollar_amount;
  const usd = lockedUsd ?? (errors.dollar_amount ? undefined : dollarsOf(entered.entry));
  const money = ticketMoney(usd, session.rate);
  const offered = amountsToOffer(
    least,
    mostOf(env().maxDonationCents, allowance),
    session.amountCents,
  );
  return (
    <EmbedForm carries={{ token, school_id: school.school_id }} isGiving>
      <FlowHeader title={`Give to ${school.name}`} cancel={cancelHref(session)} />
      <div className="grid gap-2.5">
        <ErrorSummary errors={errors} />
        {/* Enter presses a form's first submit button: this one, not the one for another school. */}
        <button
          type="submit"
          name="do"
          value="review"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        >
          Review
        </button>
        <Ticket
          school={look}
          foundation={school.foundation_name}
          money={money}
          rate={session.rate}
          isDraft={lockedUsd === undefined}
        >
          <StubFund fund={shown.name} tax={shown.tax} />
        </Ticket>
        {!session.lockSchool && (
          <button
            type="submit"
            name="do"
            value="schools"
            className="link-alone -my-1.5 cursor-pointer justify-self-start"
          >
            Choose another school
          </button>
        )}
        <GiveFields
          school={{ name: school.name, minimum: formatDollars(least) }}
          errors={errors}
          amounts={lockedUsd === undefined ? tilesOf(offered, session.rate) : null}
          entry={entryAmong(offered, entered.entry)}
          limit={limitFact(allowance)}
          funds={fundOptions(school, defaults)}
          fund={fund}
          fundLockedBy={defaults.isLocked ? session.bankName : null}
          sources={[sourceOf(session)]}
          sourceId={session.scope.accountId}
          note={entered.note}
          emailUpdates={entered.notify}
        />
      </div>
      <div
        data-sticky
        className="-mx-2 sticky bottom-0 mt-2.5 border-line border-t bg-paper px-2 py-1.5"
      >
        <Button name="do" value="review" data-main className="min-h-7 w-full">
          <span data-action>{money ? `Review gift of ${money.amount}` : "Review your gift"}</span>
        </Button>
      </div>
      <FlowFooter>
        Nothing is given until you confirm. {session.bankName} converts your points, and{" "}
        {env().brandName} delivers your gift to {school.foundation_name}.
      </FlowFooter>
    </EmbedForm>
  );
}

export async function giveStep(
  flowRequest: FlowRequest,
  school: SchoolDetail,
  errors: Record<string, string> = {},
): Promise<FlowResponse> {
  const [look, allowance] = await Promise.all([
    findSchoolLook(school.school_id),
    findAllowance(flowRequest.session),
  ]);
  if (!look) throw new Error("a school was deleted while its page was made");
  const title = `Give to ${school.name}`;
  const content = (
    <GivePage
      flowRequest={flowRequest}
      school={school}
      look={look}
      allowance={allowance}
      errors={errors}
    />
  );
  const hasErrors = Object.keys(errors).length > 0;
  return {
    status: 200,
    page: { title: hasErrors ? `Error: ${title}` : title, content },
    session: flowRequest.session,
    school: look,
  };
}
