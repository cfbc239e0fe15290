/** Fills a quick amount into the form for browsers without JavaScript. */
import { portalForm } from "#app/forms/form-route.ts";
import { pathWithFormState } from "#app/forms/form-state.ts";
import { formPath } from "../form-path.ts";

export const POST = portalForm({
  page: ({ params }) => formPath(params.school_id),
  async submit({ fields, params }) {
    const chosen = new URLSearchParams(fields);
    chosen.set("dollar_amount", (fields.get("quick") ?? "").replace("$", ""));
    chosen.delete("points");
    const path = await pathWithFormState(formPath(params.school_id), chosen, { errors: {} });
    return `${path}#dollar_amount`;
  },
});
