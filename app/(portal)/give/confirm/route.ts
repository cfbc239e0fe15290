/** Confirms a draft. The draft is in the URL, so it survives a sign-in in between. */
import { FormError, toFormErrors } from "#app/forms/form-errors.ts";
import { type FormPost, portalForm } from "#app/forms/form-route.ts";
import { BANK_MESSAGES, limitMessage, NO_ADDRESS_TO_SHARE } from "#app/giving/refusals.ts";
import type { Violation } from "#lib/errors.ts";
import { confirmInPortal } from "#lib/giving/portal.ts";
import { openDraft, reviewPath } from "../paths.ts";

const draftTokenIn = ({ request }: FormPost) =>
  new URL(request.url).searchParams.get("draft") ?? "";
const pageOf = (sent: FormPost) =>
  `/give/review?${new URLSearchParams({ draft: draftTokenIn(sent) })}`;

const MESSAGES = {
  school_id: "This school isn’t accepting gifts right now. Choose a different one.",
  dollar_amount: (violation: Violation) =>
    limitMessage(violation) ?? "The school’s minimum gift has changed. Enter a larger amount.",
  share_with_school: NO_ADDRESS_TO_SHARE,
  ...BANK_MESSAGES,
  loyalty_account_id: (violation: Violation) =>
    limitMessage(violation) ??
    "Your bank no longer links this rewards account. Choose a different one.",
};

/** Joins all errors into one, since the review has no fields to show them at. */
function reject(thrown: unknown): never {
  throw new FormError(Object.values(toFormErrors(thrown, MESSAGES)).join(" "));
}

export const POST = portalForm({
  page: pageOf,
  async submit(sent) {
    const draft = await openDraft(sent.scope, draftTokenIn(sent));
    // The review page explains why.
    if (!draft) return pageOf(sent);
    const result = await confirmInPortal(sent.scope, draft).catch(reject);
    if ("redrafted" in result) return reviewPath(result.redrafted, { was: String(draft.rate) });
    return `/donations/${result.donation.donation_id}?new=1`;
  },
});
