/** Takes the form of a donation and leads on to its review; nothing is written yet. */
import { portalForm } from "#app/forms/form-route.ts";
import { FormRefused } from "#app/forms/refusals.ts";
import { tellAll } from "#app/giving/tell-all.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { draftCardholderDonation } from "#lib/donations/accept/drafts.ts";
import { findSource } from "#lib/donations/accept/sources.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { checkBody } from "#lib/http/request.ts";
import { findSchool } from "../../../found-school.ts";
import { reviewPath } from "../../draft-note.ts";
import { formPath } from "../form-path.ts";
import { readRequest, tellAtFields } from "../read-form.ts";

const draft = async (scope: CardholderScope, asked: object) =>
  draftCardholderDonation(scope, checkBody(portalDonationRequest, asked));

export const POST = portalForm({
  page: ({ params }) => formPath(params.school_id),
  async take({ scope, fields, params }) {
    const school = await findSchool(params.school_id ?? "");
    // Its page says that there is no such school.
    if (!school) return formPath(params.school_id);
    const source = await findSource(scope, fields.get("loyalty_account_id") ?? "");
    const subject = { school, source };
    const asked = readRequest(fields, subject);
    const tell = (thrown: unknown) => tellAtFields(thrown, fields, subject);
    try {
      return await reviewPath(await draft(scope, asked));
    } catch (thrown) {
      throw new FormRefused(await tellAll(thrown, asked, (other) => draft(scope, other), tell));
    }
  },
});
