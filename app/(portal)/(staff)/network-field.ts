import type { FormField } from "#app/forms/fields.ts";
import { MAX_NETWORKS } from "#lib/staff/service-keys.ts";

/** The networks that a key works from. */
export const NETWORKS: FormField = {
  as: "area",
  label: "Allowed networks",
  help: `Where the program runs: up to ${MAX_NETWORKS} IP addresses or networks in CIDR notation, one on each line, such as 203.0.113.0/24. Elsewhere the key doesn’t work.`,
  autoCapitalize: "none",
  spellCheck: false,
  message: ({ type, msg }) =>
    type === "value_error" ? msg : `A key can have up to ${MAX_NETWORKS} networks.`,
  // One on each line, or separated by commas.
  read: (typed) => typed.split(/[\s,;]+/).filter(Boolean),
};

export const lifetime = (days: number) => (days === 365 ? "1 year" : `${days} days`);
