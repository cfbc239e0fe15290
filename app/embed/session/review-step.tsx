/** @jsxImportSource hono/jsx */
/** The second page: all that will be given, and the button that gives it. */
import { ReviewPage } from "#components/embed/review-page.tsx";
import type { EmbedDraft } from "#lib/embed/donations.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import type { Answer } from "./answer.tsx";
import { carried } from "./entered.ts";
import { fundName } from "./funds.ts";
import { rateOf } from "./give-step.tsx";
import { type Visit, wayOut } from "./visit.ts";

export function reviewStep(
  { token, session, entered }: Visit,
  school: SchoolDetail,
  { request, points }: EmbedDraft,
  hasRateChanged = false,
): Answer {
  const content = (
    <ReviewPage
      carries={{
        token,
        ...carried(entered),
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
      mail={`${request.notify_by_email ? "When" : "None when"} the school has confirmed it`}
      bank={session.bankName}
      cancel={{ href: wayOut(session) }}
    />
  );
  return { status: 200, page: { title: "Look it over", content }, session };
}
