/** @jsxImportSource hono/jsx */
/** The second page: all that will be given, and the button that gives it. */
import { ReviewPage } from "#components/embed/review-page.tsx";
import type { EmbedDraft } from "#lib/embed/donations.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { cancelHref, type FlowRequest } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";
import { toFields } from "./form-values.ts";
import { fundName } from "./funds.ts";
import { rateOf } from "./give-step.tsx";

export function reviewStep(
  { token, session, entered }: FlowRequest,
  school: SchoolDetail,
  { request, points }: EmbedDraft,
  hasRateChanged = false,
): FlowResponse {
  const content = (
    <ReviewPage
      carries={{
        token,
        ...toFields(entered),
        school_id: request.school_id,
        fund_designation: request.fund_designation,
        points: String(points),
      }}
      school={school}
      usd={request.dollar_amount}
      points={points}
      rate={rateOf(session)}
      hasRateChanged={hasRateChanged}
      fund={fundName(school, request.fund_designation)}
      message={request.cardholder_message ?? ""}
      emailUpdates={`${request.notify_by_email ? "When" : "None when"} the school has confirmed it`}
      bank={session.bankName}
      cancel={{ href: cancelHref(session) }}
    />
  );
  return { status: 200, page: { title: "Look it over", content }, session };
}
