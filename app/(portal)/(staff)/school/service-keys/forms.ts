/** The forms of service keys. */
import { rolesOf } from "#app/context-labels.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { SERVICE_KEY_ROLES } from "#lib/auth/tenants.ts";
import {
  createServiceKey,
  LIFETIMES,
  MAX_KEYS,
  MAX_KEYS_A_DAY,
  MAX_NETWORKS,
  newServiceKey,
  revokeServiceKey,
} from "#lib/staff/service-keys.ts";
import { createdKey } from "./created-key.ts";

export const TOO_MANY = `${MAX_KEYS} keys are in use, which is the maximum. Revoke one before you create another.`;

const REFUSALS = {
  too_many: TOO_MANY,
  too_many_today: `${MAX_KEYS_A_DAY} keys were created within 24 hours, which is the maximum. Try again tomorrow.`,
};

const lifetime = (days: number) => (days === 365 ? "1 year" : `${days} days`);

export const forms = {
  create: staffForm("school", "service-keys.change", {
    fields: {
      name: {
        label: "Name",
        help: "The program that will use it, such as “Nightly export”",
        autoComplete: "off",
        blank: "Enter a name.",
      },
      role: {
        as: "radio",
        label: "Role",
        options: rolesOf("school").filter(({ value }) =>
          SERVICE_KEY_ROLES.some((role) => role === value),
        ),
        message: "Choose one of the roles.",
      },
      networks: {
        as: "area",
        label: "Allowed networks",
        help: `Where the program runs: up to ${MAX_NETWORKS} IP addresses or networks in CIDR notation, one on each line, such as 203.0.113.0/24. Elsewhere the key doesn’t work.`,
        autoComplete: "off",
        autoCapitalize: "none",
        spellCheck: false,
        blank: "Enter the networks that the program runs in.",
        message: ({ type, msg }) =>
          type === "value_error" ? msg : `A key can have up to ${MAX_NETWORKS} networks.`,
        // One on each line, or separated by commas.
        read: (typed) => typed.split(/[\s,;]+/).filter(Boolean),
      },
      days: {
        as: "select",
        label: "Valid for",
        options: LIFETIMES.map((days) => ({ value: String(days), text: lifetime(days) })),
        message: "Choose how long the key is valid.",
        read: Number,
      },
    },
    schema: newServiceKey,
    submit: async ({ scope, values }) => {
      const created = await createServiceKey(scope, values);
      if (typeof created === "string") throw new FormError(REFUSALS[created]);
      const { name, secret } = created;
      return createdKey.pathTo(scope, { name, secret });
    },
  }),

  "[service_key_id]/revoke": staffForm("school", "service-keys.change", {
    page: "/school/service-keys",
    submit: async ({ scope, params, page }) => {
      const isRevoked = await revokeServiceKey(scope, params.service_key_id ?? "");
      return `${page}?done=${isRevoked ? "revoked" : "ended"}`;
    },
  }),
};
