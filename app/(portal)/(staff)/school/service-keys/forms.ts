/** The forms of service keys. */
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { maxCharacters, typed } from "#app/forms/typed-text.ts";
import { checkBody } from "#lib/http/request.ts";
import {
  createServiceKey,
  MAX_KEYS,
  MAX_KEYS_A_DAY,
  MAX_NETWORKS,
  newServiceKey,
  revokeServiceKey,
} from "#lib/staff/service-keys.ts";
import { pathToKey } from "./created-key.ts";

export const TOO_MANY = `${MAX_KEYS} keys are in use, which is the maximum. Revoke one before you create another.`;

/** As typed: one on each line, or separated by commas. */
const readNetworks = (text: string | null) => text?.split(/[\s,;]+/).filter(Boolean) ?? [];

export const forms = {
  create: staffForm("school", "service-keys.change", {
    messages: {
      name: { missing: "Enter a name.", other: maxCharacters(100) },
      role: "Choose one of the roles.",
      networks: ({ type, msg }) => {
        if (type === "missing") return "Enter the networks that the program runs in.";
        return type === "value_error" ? msg : `A key can have up to ${MAX_NETWORKS} networks.`;
      },
      days: "Choose how long the key is valid.",
    },
    submit: async ({ scope, fields }) => {
      const networks = readNetworks(fields.get("networks"));
      const key = checkBody(newServiceKey, {
        name: typed(fields, "name"),
        role: fields.get("role") ?? undefined,
        networks: networks.length > 0 ? networks : undefined,
        days: Number(fields.get("days")),
      });
      const created = await createServiceKey(scope, key);
      if (created === "too_many") throw new FormError(TOO_MANY);
      if (created === "too_many_today") {
        throw new FormError(
          `${MAX_KEYS_A_DAY} keys were created within 24 hours, which is the maximum. Try again tomorrow.`,
        );
      }
      return pathToKey(scope, created);
    },
  }),

  "[service_key_id]/revoke": staffForm("school", "service-keys.change", {
    submit: async ({ scope, params, page }) => {
      const isRevoked = await revokeServiceKey(scope, params.service_key_id ?? "");
      // Its page says that there is no such key, or that it had ended.
      return isRevoked ? "/school/service-keys?done=revoked" : page;
    },
  }),
};
