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
  newServiceKey,
  revokeServiceKey,
} from "#lib/staff/service-keys.ts";
import { lifetime, NETWORKS } from "../../network-field.ts";
import { createdKey } from "./created-key.ts";

export const TOO_MANY = `${MAX_KEYS} keys are in use, which is the maximum. Revoke one before you create another.`;

const REFUSALS = {
  too_many: TOO_MANY,
  too_many_today: `${MAX_KEYS_A_DAY} keys were created within 24 hours, which is the maximum. Try again tomorrow.`,
};

export const forms = {
  create: staffForm("school", "service-keys.change", {
    fields: {
      name: {
        label: "Name",
        help: "The program that will use it, such as “Nightly export”",
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
      networks: { ...NETWORKS, blank: "Enter the networks that the program runs in." },
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
