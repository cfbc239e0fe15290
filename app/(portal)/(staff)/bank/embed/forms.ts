/** The form of a bank's apps. */
import type { FormField } from "#app/forms/fields.ts";
import { staffForm, thenFlash } from "#app/forms/form-route.ts";
import { changeOwn, MAX_ADDRESSES, ownEmbed } from "#lib/banks/own-settings.ts";

const LIST: FormField = {
  as: "area",
  autoCapitalize: "none",
  spellCheck: false,
  message: `Enter up to ${MAX_ADDRESSES}, one on each line, each as in the example.`,
  read: (typed) => typed.split(/\s+/).filter(Boolean),
};

export const forms = {
  change: staffForm("bank", "embed.change", {
    fields: {
      embedOrigins: {
        ...LIST,
        label: "Origins",
        help: "The web pages that may show the donation flow in a frame, such as https://app.bank.example. Without any, no page may.",
      },
      appSchemes: {
        ...LIST,
        label: "App schemes",
        help: "The schemes of your apps, for the way back to them, such as examplebank.",
      },
      redirectUris: {
        ...LIST,
        label: "Redirect URIs",
        help: "Where customers return to after they consented to a link. If there are any, no other is accepted.",
      },
    },
    schema: ownEmbed,
    submit: ({ scope, values, page }) =>
      thenFlash(page, "changed", changeOwn(scope, "embed.change", values)),
  }),
};
