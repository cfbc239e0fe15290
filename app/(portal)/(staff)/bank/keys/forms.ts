/** The forms of a bank's API keys. */
import type { FormField } from "#app/forms/fields.ts";
import { staffForm } from "#app/forms/form-route.ts";
import {
  issueApiKey,
  newApiKey,
  OVERLAPS,
  releaseApiKey,
  revokeApiKey,
  rollApiKey,
  rolledKey,
} from "#lib/staff/api-keys.ts";
import { LIFETIMES } from "#lib/staff/service-keys.ts";
import { lifetime, NETWORKS } from "../../network-field.ts";
import { createdKey } from "./created-key.ts";

const PAGE = "/bank/keys";

/** What a key may do, in words. */
export const KEY_SCOPE_NAMES = {
  full: { label: "Full", help: "Links accounts, gives, and everything else." },
  read: { label: "Read only", help: "Reads everything, and changes nothing." },
  webhooks: { label: "Webhooks", help: "Only webhook endpoints, events, and replays." },
};

const DAYS: FormField = {
  as: "select",
  label: "Valid for",
  options: [
    { value: "", text: "No end" },
    ...LIFETIMES.map((days) => ({ value: String(days), text: lifetime(days) })),
  ],
  message: "Choose how long the key is valid.",
  read: (typed) => typed && Number(typed),
};

export const forms = {
  create: staffForm("bank", "keys.change", {
    fields: {
      name: {
        label: "Name",
        help: "The program that will use it, such as “Points ledger”",
        blank: "Enter a name.",
        message: ({ type, msg }) =>
          type === "value_error" ? msg : "Use up to 100 characters on one line.",
      },
      scope: {
        as: "radio",
        label: "Scope",
        options: Object.entries(KEY_SCOPE_NAMES).map(([value, words]) => ({ value, ...words })),
        message: "Choose what the key may do.",
      },
      networks: { ...NETWORKS, label: "Allowed networks (optional)" },
      days: DAYS,
    },
    schema: newApiKey,
    submit: async ({ scope, values }) =>
      createdKey.pathTo(scope, await issueApiKey(scope, scope.bankId, values)),
  }),

  "[key_id]/roll": staffForm("bank", "keys.change", {
    fields: {
      overlapHours: {
        as: "select",
        label: "The old key keeps working for",
        options: OVERLAPS.map((hours) => ({
          value: String(hours),
          text: hours === 168 ? "7 days" : hours === 1 ? "1 hour" : `${hours} hours`,
        })),
        message: "Choose how long both keys work.",
        read: Number,
      },
      days: DAYS,
    },
    schema: rolledKey,
    submit: async ({ scope, params, values }) => {
      const rolled = await rollApiKey(scope, params.key_id ?? "", values);
      return rolled ? createdKey.pathTo(scope, rolled) : `${PAGE}?done=ended`;
    },
  }),

  "[key_id]/release": staffForm("bank", "keys.release", {
    submit: async ({ scope, params }) => {
      const isReleased = await releaseApiKey(scope, params.key_id ?? "");
      return `${PAGE}?done=${isReleased ? "released" : "ended"}`;
    },
  }),

  "[key_id]/revoke": staffForm("bank", "keys.change", {
    isEnding: true,
    submit: async ({ scope, params }) => {
      const isRevoked = await revokeApiKey(scope, params.key_id ?? "");
      return `${PAGE}?done=${isRevoked ? "revoked" : "ended"}`;
    },
  }),
};
