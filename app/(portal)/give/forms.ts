import { findSchool } from "#app/find-schools.ts";
import { FormError, toFormErrors } from "#app/forms/form-errors.ts";
import { type FormPost, portalForm } from "#app/forms/form-route.ts";
import { formPath } from "#app/giving/choices.ts";
import { GIFT_FIELDS, maxCentsFor, readGiftInput, requestOf } from "#app/giving/form.ts";
import {
  BANK_MESSAGES,
  collectErrors,
  limitMessage,
  NO_ADDRESS_TO_SHARE,
} from "#app/giving/refusals.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { findAllowances } from "#lib/donations/accept/limits.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import type { Violation } from "#lib/errors.ts";
import { confirmInPortal, draftInPortal, findSource } from "#lib/giving/portal.ts";
import { checkBody } from "#lib/http/request.ts";
import { openDraft, reviewPath } from "./paths.ts";

/** The largest gift that the chosen account allows. */
async function findMaxCents(scope: CardholderScope, accountId: string | undefined) {
  const source = accountId ? await findSource(scope, accountId) : undefined;
  const [allowance] = source ? await findAllowances([source]) : [];
  return maxCentsFor(allowance);
}

const draftTokenIn = ({ request }: Pick<FormPost, "request">) =>
  new URL(request.url).searchParams.get("draft") ?? "";
const reviewPageOf = (sent: FormPost) =>
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

export const forms = {
  /** Redirects to the review. Writes nothing. */
  "[school_id]/draft": portalForm({
    page: ({ params }) => formPath(params.school_id),
    fields: GIFT_FIELDS,
    async submit({ scope, fields, params, page }) {
      const school = await findSchool(params.school_id ?? "");
      // The form's page shows a 404.
      if (!school) return page;
      const accountId = fields.get("loyalty_account_id") ?? undefined;
      const request = requestOf(readGiftInput(fields), school.school_id);
      const input = { loyalty_account_id: accountId, ...request };
      const draft = async (body: object) =>
        draftInPortal(scope, checkBody(portalDonationRequest, body));
      try {
        return await reviewPath(await draft(input));
      } catch (thrown) {
        const limits = { school, maxCents: await findMaxCents(scope, accountId) };
        throw new FormError(await collectErrors(thrown, input, draft, limits));
      }
    },
  }),

  /** Confirms a draft. The draft is in the URL, so it survives a sign-in in between. */
  confirm: portalForm({
    page: reviewPageOf,
    async submit({ scope, page, ...sent }) {
      const draft = await openDraft(scope, draftTokenIn(sent));
      // The review page explains why.
      if (!draft) return page;
      const result = await confirmInPortal(scope, draft).catch(reject);
      if ("redrafted" in result) return reviewPath(result.redrafted, { was: String(draft.rate) });
      return `/donations/${result.donation.donation_id}?new=1`;
    },
  }),
};
