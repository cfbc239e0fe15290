/** The first page: the ticket, the amount, and one button. */
import type { ShownSchool } from "#app/find-schools.ts";
import { buildGiftForm, limitText, maxCentsFor } from "#app/giving/form.ts";
import { firstFund } from "#app/giving/funds.ts";
import { shownBalance } from "#app/giving/gifts.ts";
import { EmbedForm, FlowHeader } from "#components/embed/parts.tsx";
import { GiveFields } from "#components/giving/give-fields.tsx";
import { DraftTicket } from "#components/giving/review.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { findAllowance, lockedFields, sharingIn } from "#lib/embed/giving.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { env } from "#lib/env.ts";
import { cancelHref, type FlowRequest, fundDefaultsFor } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";

/** The session's account, for the form. Nothing tells the customer's time zone here. */
export const sessionSource = (session: EmbedSession) => ({
  accountId: session.scope.accountId,
  programName: session.programName,
  bankName: session.bankName,
  rate: session.rate,
  asksBank: session.asksBank,
  balance: shownBalance(session, "UTC"),
});

export async function giveStep(
  flowRequest: FlowRequest,
  school: ShownSchool,
  errors: Record<string, string> = {},
): Promise<FlowResponse> {
  const { token, session, entered } = flowRequest;
  const allowance = await findAllowance(session);
  const source = { ...sessionSource(session), maxCents: maxCentsFor(allowance) };
  const defaults = fundDefaultsFor(session, school);
  const form = buildGiftForm(school, {
    entry: entered.entry,
    fund: entered.fund ?? firstFund(school, defaults),
    defaults,
    errors,
    rate: session.rate,
    maxCents: source.maxCents,
    balance: source.balance,
    offeredCents: session.amountCents,
    lockedUsd: lockedFields(session).dollar_amount,
    share: entered.share,
    sharing: sharingIn(session),
  });
  const title = `Give to ${school.name}`;
  const content = (
    <EmbedForm hiddenFields={{ token, school_id: school.school_id }} isGiving>
      <FlowHeader title={title} cancel={cancelHref(session)} />
      <div className="grid gap-2.5">
        <ErrorSummary errors={errors} />
        {/* Enter activates a form's first submit button: it must be this one, not "Choose another school". */}
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
        <DraftTicket {...form.ticket} />
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
          {...form.fields}
          limit={limitText(allowance)}
          fundLockedBy={defaults.isLocked ? session.bankName : null}
          sources={[source]}
          source={source}
          note={entered.note}
          addressHref={null}
          emailUpdates={entered.notify}
        />
      </div>
      <div
        data-sticky
        className="-mx-2 sticky bottom-0 mt-2.5 border-line border-t bg-paper px-2 py-1.5"
      >
        <Button name="do" value="review" data-main className="min-h-7 w-full">
          <span data-action>{form.action}</span>
        </Button>
      </div>
      <footer className="mt-3 text-quiet text-small">
        Nothing is given until you confirm. {session.bankName} converts your points, and{" "}
        {env().brandName} delivers your gift to {school.foundation_name}.
      </footer>
    </EmbedForm>
  );
  const hasErrors = Object.keys(errors).length > 0;
  const page = { title: hasErrors ? `Error: ${title}` : title, content };
  return { status: 200, page, session, school };
}
