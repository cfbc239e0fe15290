/** The forms of a school's platform. */
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { typed } from "#app/forms/typed-text.ts";
import { checkBody } from "#lib/http/request.ts";
import { checkPlatform, platformKey, replacePlatformKey } from "#lib/ticketing/school-platform.ts";

/** A reason as a sentence. */
const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

export const forms = {
  test: staffForm("school", "platform.read", {
    submit: async ({ scope, page }) => {
      const problem = await checkPlatform(scope);
      if (problem !== null) throw new FormError(sentence(problem));
      return `${page}?done=works`;
    },
  }),

  key: staffForm("school", "platform.change", {
    messages: {
      apiKey: ({ type, msg }) => {
        if (type === "missing") return "Enter the key.";
        if (type === "value_error") return `${sentence(msg)} The previous key is still in use.`;
        return "Enter the key as your platform shows it: up to 500 characters without spaces.";
      },
    },
    secrets: ["apiKey"],
    submit: async ({ scope, fields, page }) => {
      const { apiKey } = checkBody(platformKey, { apiKey: typed(fields, "apiKey") });
      await replacePlatformKey(scope, apiKey);
      return `${page}?done=key`;
    },
  }),
};
