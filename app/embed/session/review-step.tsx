/** The second page: the whole gift, and the button that confirms it. */
import type { ShownSchool } from "#app/find-schools.ts";
import { toFields } from "#app/giving/form.ts";
import { reviewOf } from "#app/giving/gifts.ts";
import { isDecline } from "#app/giving/refusals.ts";
import { EmbedForm, FlowHeader } from "#components/embed/parts.tsx";
import { RateChanged, ReviewDetails, ReviewTicket } from "#components/giving/review.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { sharingOf } from "#lib/donations/sharing.ts";
import type { Draft } from "#lib/giving/give.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { cancelHref, type FlowRequest } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";
import { sessionSource } from "./give-step.tsx";

export function reviewStep(
  { token, session, entered, fields }: FlowRequest,
  school: ShownSchool,
  drafted: Draft,
  { hasRateChanged = false, problem }: { hasRateChanged?: boolean; problem?: string } = {},
): FlowResponse {
  const { request, points, rate } = drafted;
  const hiddenFields = {
    token,
    ...toFields(entered),
    school_id: request.school_id,
    fund_designation: request.fund_designation,
    share_with_school: sharingOf(request.share_with_school ?? null),
    points: String(points),
    rate: String(rate),
  };
  const review = reviewOf(drafted, school, sessionSource(session));
  const content = (
    <EmbedForm hiddenFields={hiddenFields}>
      <FlowHeader title="Review your gift" cancel={cancelHref(session)}>
        <button type="submit" name="do" value="form" className="link-alone cursor-pointer">
          Edit
        </button>
      </FlowHeader>
      <div className="grid gap-2">
        {problem && (
          <Notice tone="failed" title="Your gift wasn’t given" urgent>
            {problem}
          </Notice>
        )}
        {hasRateChanged && <RateChanged {...review} rate={rate} was={Number(fields.get("rate"))} />}
        <ReviewTicket {...review} />
        <ReviewDetails {...review} />
      </div>
      <div
        data-sticky
        className="-mx-2 sticky bottom-0 mt-2 border-line border-t bg-paper px-2 py-1.5"
      >
        {isDecline(problem) ? (
          // Never with a locked amount: that was the bank's own decision.
          <Button name="do" value="form" data-main className="min-h-7 w-full">
            Change amount
          </Button>
        ) : (
          <Button name="do" value="give" data-main className="figures min-h-7 w-full">
            Give {formatDollars(toCents(request.dollar_amount))}
          </Button>
        )}
      </div>
    </EmbedForm>
  );
  const title = problem ? "Error: Review your gift" : "Review your gift";
  return { status: 200, page: { title, content }, session, school };
}
