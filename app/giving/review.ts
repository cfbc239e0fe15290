import type { ReviewProps } from "#components/giving/review.tsx";
import type { Draft } from "#lib/giving/give.ts";
import type { SchoolDetail, SchoolLook } from "#lib/schools/contract.ts";
import { fundOption } from "./funds.ts";

/** What the review of a draft shows. */
export const reviewOf = (
  { request, points }: Draft,
  school: SchoolDetail,
  look: SchoolLook,
  source: ReviewProps["source"],
): ReviewProps => ({
  school: { ...look, foundation: school.foundation_name },
  dollars: request.dollar_amount,
  points,
  fund: fundOption(school.funds, request.fund_designation),
  source,
  note: request.cardholder_message ?? null,
  emailUpdates: request.notify_by_email,
});
