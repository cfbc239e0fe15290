import { pathWithFormState } from "#app/forms/form-state.ts";
import type { PortalDraft } from "#lib/giving/portal.ts";
import { formPath } from "../[school_id]/form-path.ts";

/** The path of the form, filled in from the draft. */
export function editDraftPath({ request }: PortalDraft): Promise<string> {
  const fields = new URLSearchParams({
    loyalty_account_id: request.loyalty_account_id,
    fund_designation: request.fund_designation,
    amount: String(request.dollar_amount),
    cardholder_message: request.cardholder_message ?? "",
    ...(request.notify_by_email ? { notify_by_email: "on" } : {}),
  });
  return pathWithFormState(formPath(request.school_id), fields, { errors: {} });
}
