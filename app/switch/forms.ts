import { enterContext, pageIn } from "#app/enter-context.ts";
import { sessionForm } from "#app/forms/form-route.ts";
import { switchPath } from "#app/paths.ts";
import { readContextName } from "#lib/auth/tenants.ts";

export const forms = {
  /** Switches to another context. */
  submit: sessionForm({
    submit: async ({ scope, fields }) => {
      const context = readContextName(fields.get("context") ?? "");
      if (!context) return switchPath({});
      return enterContext(scope, context, pageIn(context, fields.get("next")));
    },
  }),
};
