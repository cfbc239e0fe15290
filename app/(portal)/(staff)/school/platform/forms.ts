/** The form handlers of a school's platform. */
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { checkBody } from "#lib/http/request.ts";
import { checkPlatform, platformKey, replacePlatformKey } from "#lib/ticketing/school-platform.ts";

const PAGE = "/school/platform";

/** A reason as a sentence. */
const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

export const test = staffForm("school", "platform.read", {
  page: PAGE,
  submit: async ({ scope }) => {
    const problem = await checkPlatform(scope);
    if (problem !== null) throw new FormError(sentence(problem));
    return `${PAGE}?done=works`;
  },
});

export const replaceKey = staffForm("school", "platform.change", {
  page: PAGE,
  messages: {
    apiKey: ({ type, msg }) => {
      if (type === "missing") return "Enter the key.";
      if (type === "value_error") return `${sentence(msg)} The previous key is still in use.`;
      return "Enter the key as your platform shows it: up to 500 characters without spaces.";
    },
  },
  submit: async ({ scope, fields }) => {
    const typed = fields.get("secret_code")?.trim() || undefined;
    const { apiKey } = checkBody(platformKey, { apiKey: typed });
    await replacePlatformKey(scope, apiKey);
    return `${PAGE}?done=key`;
  },
});
