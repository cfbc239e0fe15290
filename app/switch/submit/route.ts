/** Switches to another context. */
import { enterContext, pageIn, readContext } from "#app/enter-context.ts";
import { sessionForm } from "#app/forms/form-route.ts";
import { switchPath } from "#app/paths.ts";

export const POST = sessionForm({
  page: "/switch",
  submit: async ({ scope, fields }) => {
    const context = readContext(fields.get("context"));
    if (!context) return switchPath({});
    return enterContext(scope, context, pageIn(context, fields.get("next")));
  },
});
