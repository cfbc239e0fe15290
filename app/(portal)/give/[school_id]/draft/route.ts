/** Handles the donation form and redirects to the review. Writes nothing. */

import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { collectErrors } from "#app/giving/collect-errors.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { draftInPortal } from "#lib/giving/portal.ts";
import { checkBody } from "#lib/http/request.ts";
import { findSchool } from "../../../find-school.ts";
import { reviewPath } from "../../draft-token.ts";
import { formPath } from "../form-path.ts";
import { findMost, readRequest, tellAtFields } from "../read-form.ts";

const draft = async (scope: CardholderScope, input: object) =>
  draftInPortal(scope, checkBody(portalDonationRequest, input));

export const POST = portalForm({
  page: ({ params }) => formPath(params.school_id),
  async submit({ scope, fields, params }) {
    const school = await findSchool(params.school_id ?? "");
    // That page shows a 404.
    if (!school) return formPath(params.school_id);
    const input = readRequest(fields, school);
    try {
      return await reviewPath(await draft(scope, input));
    } catch (thrown) {
      const maxCents = await findMost(scope, input.loyalty_account_id);
      const tell = (refusal: unknown) => tellAtFields(refusal, school, maxCents);
      throw new FormError(await collectErrors(thrown, input, (other) => draft(scope, other), tell));
    }
  },
});
