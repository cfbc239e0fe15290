/** What contexts and roles are called on pages. */
import { ROLES, type TenantKind } from "#lib/auth/tenants.ts";

/** A team's name, or the person's own context. */
export const contextName = (name: string | null): string => name ?? "Your own gifts";

export const roleName = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1);

/** What a kind of team is called. */
export const TEAMS: Record<TenantKind, string> = {
  school: "a school’s team",
  bank: "a bank’s team",
  operator: "the operator’s team",
};

/** What each role is for. */
const ROLE_PURPOSES: { [Kind in TenantKind]: Record<(typeof ROLES)[Kind][number], string> } = {
  school: {
    viewer: "Sees gifts and their status.",
    processor: "Works on gifts: batches, confirmations, exports, and corrections.",
    admin: "Manages funds, receipts, platform access, payouts, and the team.",
  },
  bank: {
    viewer: "Sees customers’ gifts and their status.",
    support: "Helps customers with their gifts.",
    developer: "Manages API keys, webhooks, and the embedded flow.",
    admin: "Manages programs, limits, and the team.",
  },
  operator: {
    support: "Helps schools, banks, and the people who give.",
    finance: "Works on the books and payouts.",
    admin: "Manages schools, banks, and the team.",
  },
};

/** The roles of a kind of team, from least to most, and what each is for. */
export const rolesOf = (kind: TenantKind) =>
  ROLES[kind].map((role) => ({
    role,
    purpose: (ROLE_PURPOSES[kind] as Record<string, string>)[role] ?? "",
  }));
