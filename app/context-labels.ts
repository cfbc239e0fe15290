/** What contexts and roles are called on pages. */
import { ROLES, type TenantKind } from "#lib/auth/tenants.ts";

/** A team's name, or the person's own context. */
export const contextName = (name: string | null): string => name ?? "Your own gifts";

export const roleName = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1);

export const TEAMS: Record<TenantKind, string> = {
  school: "a school’s team",
  bank: "a bank’s team",
  operator: "the operator’s team",
};

/** What each role may do, and whom it is for. */
const ROLE_PURPOSES: { [Kind in TenantKind]: Record<(typeof ROLES)[Kind][number], string> } = {
  school: {
    viewer: "Sees gifts, batches, donors, and reports.",
    processor: "Closes batches, confirms gifts, and thanks donors.",
    finance: "Sees gifts, files, and statements, and records payments.",
    admin: "Processes gifts, and manages funds, receipts, settings, and the team.",
  },
  bank: {
    viewer: "Sees donations and customers.",
    support: "Finds and corrects donations, answers cases, and changes customers’ links.",
    finance: "Sees donations and statements, and records payments.",
    developer: "Manages API keys, webhooks, and the embedded flow.",
    admin: "Does all of this, sees the audit log, and manages the team.",
  },
  operator: {
    support: "Sees gift totals. For people who help schools, banks, and donors.",
    finance: "Sees gift totals and the books.",
    admin: "Sees gift totals, the books, and the audit log, and manages the team.",
  },
};

/** The roles of a kind of team to choose from, from least to most, with what each may do. */
export const rolesOf = (kind: TenantKind) =>
  ROLES[kind].map((role) => ({
    value: role as string,
    label: roleName(role),
    help: (ROLE_PURPOSES[kind] as Record<string, string>)[role] ?? "",
  }));
