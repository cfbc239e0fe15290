/** Handles the donation form and redirects to the review. Writes nothing. */
import { findSchool } from "#app/find-schools.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { formPath } from "#app/giving/choices.ts";
import { maxCentsFor, readGiftInput, requestOf } from "#app/giving/form.ts";
import { collectErrors } from "#app/giving/refusals.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { findAllowances } from "#lib/donations/accept/limits.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { draftInPortal, findSource } from "#lib/giving/portal.ts";
import { checkBody } from "#lib/http/request.ts";
import { reviewPath } from "../../paths.ts";

/** The largest gift that the chosen account allows. */
async function findMaxCents(scope: CardholderScope, accountId: string | undefined) {
  const source = accountId ? await findSource(scope, accountId) : undefined;
  const [allowance] = source ? await findAllowances([source]) : [];
  return maxCentsFor(allowance);
}

export const POST = portalForm({
  page: ({ params }) => formPath(params.school_id),
  async submit({ scope, fields, params }) {
    const school = await findSchool(params.school_id ?? "");
    // The form's page shows a 404.
    if (!school) return formPath(params.school_id);
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
});
