/** Tenants, and the roles that people can have in them. */
import { validate as isUuid } from "uuid";

export const ROLES = {
  school: ["viewer", "processor", "finance", "admin"],
  bank: ["viewer", "support", "finance", "developer", "admin"],
  operator: ["support", "finance", "admin"],
} as const;

export type TenantKind = keyof typeof ROLES;
export type Role<Kind extends TenantKind = TenantKind> = (typeof ROLES)[Kind][number];

/** The roles that a service key can have: never the one that manages keys, the payee, and the team. */
export const SERVICE_KEY_ROLES = [
  "viewer",
  "processor",
  "finance",
] as const satisfies Role<"school">[];

export type ServiceKeyRole = (typeof SERVICE_KEY_ROLES)[number];

export type Tenant =
  | { kind: "school"; schoolId: string }
  | { kind: "bank"; bankId: string }
  | { kind: "operator" };

/** A tenant as text, as in the database. */
export type TenantName = `school:${string}` | `bank:${string}` | "operator";

/** What a session acts in: the person's own gifts, or a tenant. */
export type ContextName = "cardholder" | TenantName;

export function nameOfTenant(tenant: Tenant): TenantName {
  switch (tenant.kind) {
    case "school":
      return `school:${tenant.schoolId}`;
    case "bank":
      return `bank:${tenant.bankId}`;
    case "operator":
      return "operator";
  }
}

/** The tenant with this name, whether or not it exists; null for any other text. */
export function readTenantName(text: string): Tenant | null {
  if (text === "operator") return { kind: "operator" };
  const [, kind, id = ""] = /^(school|bank):(.+)$/.exec(text) ?? [];
  if (kind === "school" && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) return { kind, schoolId: id };
  // As the database spells it.
  if (kind === "bank" && isUuid(id)) return { kind, bankId: id.toLowerCase() };
  return null;
}

/** The context with this name, whether or not it exists; null for any other text. */
export function readContextName(text: string): ContextName | null {
  if (text === "cardholder") return text;
  const tenant = readTenantName(text);
  return tenant && nameOfTenant(tenant);
}

/** The tenant in a row. The database ensures that each kind has its ID. */
export function tenantOfRow(row: {
  kind: string | null;
  schoolId: string | null;
  bankId: string | null;
}): Tenant {
  const { kind, schoolId, bankId } = row;
  return { kind, ...(schoolId && { schoolId }), ...(bankId && { bankId }) } as Tenant;
}

export function isRole<Kind extends TenantKind>(kind: Kind, role: string): role is Role<Kind> {
  return (ROLES[kind] as readonly string[]).includes(role);
}
