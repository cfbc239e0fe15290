/** The forms of a school's platform. */
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm, thenFlash } from "#app/forms/form-route.ts";
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
    fields: {
      apiKey: {
        type: "password",
        label: "New key",
        help: "We try it first: the one in use stays until your system accepts the new one.",
        blank: "Enter the key.",
        message: ({ type, msg }) =>
          type === "value_error"
            ? `${sentence(msg)} The previous key is still in use.`
            : "Enter the key as your system shows it: up to 500 characters without spaces.",
      },
    },
    schema: platformKey,
    submit: ({ scope, values, page }) =>
      thenFlash(page, "key", replacePlatformKey(scope, values.apiKey)),
  }),
};
