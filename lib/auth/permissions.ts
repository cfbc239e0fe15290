/** What each role may do: one table, which every page, form, and API route of a staff context declares an action of. */
import type { Transaction } from "../database/transaction.ts";
import { ServiceError } from "../errors.ts";
import { isCurrentKey } from "./api-keys.ts";
import type { Actor } from "./audit.ts";
import {
  type BankScope,
  isStaff,
  type SchoolScope,
  type ServiceKeyScope,
  type StaffScope,
} from "./scopes.ts";
import { scopeOfFamily } from "./sessions.ts";
import { findUsableKey } from "./sql.ts";
import { ROLES, type Role, type TenantKind } from "./tenants.ts";

type Permission<Kind extends TenantKind> = {
  roles: readonly Role<Kind>[];
  /** Needs a second factor that was just proved. */
  sensitive?: true;
};

type Table = { [Kind in TenantKind]: Record<string, Permission<Kind>> };

/** What every team has. */
const TEAM = {
  "team.read": { roles: ["admin"] },
  "team.change": { roles: ["admin"], sensitive: true },
  "audit-log.read": { roles: ["admin"] },
} as const;

export const PERMISSIONS = {
  school: {
    "home.read": { roles: ROLES.school },
    "funds.read": { roles: ROLES.school },
    // Receipts print what it sets: tax classes.
    "funds.change": { roles: ["admin"], sensitive: true },
    "gifts.read": { roles: ROLES.school },
    "gift-views.change": { roles: ["processor", "admin"] },
    // Files with donors in them.
    "gifts.export": { roles: ["processor", "finance", "admin"] },
    "batches.read": { roles: ROLES.school },
    "batches.close": { roles: ["processor", "admin"] },
    // Receipts print the number.
    "gifts.correct": { roles: ["admin"], sensitive: true },
    "gifts.confirm": { roles: ["processor", "admin"] },
    "cases.answer": { roles: ["processor", "admin"] },
    "batch-settings.change": { roles: ["admin"] },
    "acknowledgments.change": { roles: ["processor", "admin"] },
    "reports.read": { roles: ROLES.school },
    "statements.read": { roles: ["finance", "admin"] },
    // What it records posts, and lowers what the bank owes.
    "payments.record": { roles: ["finance", "admin"] },
    "payments.approve": { roles: ["finance", "admin"], sensitive: true },
    "settings.read": { roles: ROLES.school },
    "receipts.change": { roles: ["admin"], sensitive: true },
    "appearance.change": { roles: ["admin"] },
    "platform.read": { roles: ["admin"] },
    "platform.change": { roles: ["admin"], sensitive: true },
    ...TEAM,
    "service-keys.read": { roles: ["admin"] },
    "service-keys.change": { roles: ["admin"], sensitive: true },
  },
  bank: {
    "home.read": { roles: ROLES.bank },
    "keys.read": { roles: ["developer", "admin"] },
    "keys.change": { roles: ["developer", "admin"], sensitive: true },
    // Of a key that someone else issued.
    "keys.release": { roles: ["admin"], sensitive: true },
    "webhooks.read": { roles: ["developer", "admin"] },
    // Where events are sent, and the secrets that sign them.
    "webhooks.change": { roles: ["developer", "admin"], sensitive: true },
    "webhooks.send": { roles: ["developer", "admin"] },
    "requests.read": { roles: ["support", "developer", "admin"] },
    "programs.read": { roles: ROLES.bank },
    "programs.change": { roles: ["admin"], sensitive: true },
    // Who may frame the donation flow, and where it returns to.
    "embed.read": { roles: ["developer", "admin"] },
    "embed.change": { roles: ["developer", "admin"], sensitive: true },
    // Shows what donors have written.
    "cases.answer": { roles: ["support", "admin"] },
    "donations.read": { roles: ROLES.bank },
    // Files with customers' references in them.
    "donations.export": { roles: ["support", "finance", "admin"] },
    "donations.hold": { roles: ["support", "admin"] },
    "customers.read": { roles: ROLES.bank },
    "customers.change": { roles: ["support", "admin"], sensitive: true },
    "corrections.request": { roles: ["support", "admin"] },
    "statements.read": { roles: ["finance", "admin"] },
    "payments.record": { roles: ["finance", "admin"] },
    ...TEAM,
  },
  operator: {
    "home.read": { roles: ROLES.operator },
    "cases.answer": { roles: ["support", "admin"] },
    "corrections.approve": { roles: ["finance", "admin"], sensitive: true },
    // Each change takes two of them.
    "participation.change": { roles: ["admin"], sensitive: true },
    "books.read": { roles: ["finance", "admin"] },
    ...TEAM,
  },
} as const satisfies Table;

export type Action<Kind extends TenantKind = TenantKind> = Kind extends TenantKind
  ? keyof (typeof PERMISSIONS)[Kind] & string
  : never;

export type Decision =
  | "allowed"
  /** The role may not do it, whatever it proves. */
  | "forbidden"
  /** The person has to prove their second factor first. */
  | "verify";

/**
 * Decides whether a member, or a program with a service key, may do something now. Unknown actions are forbidden, and so
 * are sensitive ones for programs, which can't prove a second factor.
 */
export function decide<Scope extends StaffScope | ServiceKeyScope>(
  scope: Scope,
  action: Action<Scope["kind"]>,
): Decision {
  const { kind, role, isVerified } = scope;
  const table: Record<string, Permission<TenantKind>> = PERMISSIONS[kind];
  const permission = Object.hasOwn(table, action) ? table[action] : undefined;
  if (!permission?.roles.includes(role)) return "forbidden";
  if (!permission.sensitive || isVerified) return "allowed";
  return "serviceKeyId" in scope ? "forbidden" : "verify";
}

/** Whether a page shows an action: its form asks for the second factor once it's used. */
export const isOffered = <Scope extends StaffScope>(scope: Scope, action: Action<Scope["kind"]>) =>
  decide(scope, action) !== "forbidden";

/** @throws ServiceError FORBIDDEN, STEP_UP_REQUIRED */
export function requireAllowed(decision: Decision): void {
  if (decision === "forbidden") throw new ServiceError("FORBIDDEN");
  if (decision === "verify") throw new ServiceError("STEP_UP_REQUIRED");
}

/**
 * Decides again with the member's role and session as they are now, for a change that waited for others: one of them
 * may have removed this member.
 * @throws ServiceError FORBIDDEN, STEP_UP_REQUIRED
 */
export async function recheck<Scope extends StaffScope>(
  tx: Transaction | undefined,
  { familyId, tenant }: Scope,
  action: Action<Scope["kind"]>,
): Promise<void> {
  const current = await scopeOfFamily(familyId, tx);
  const isIn = current && isStaff(current) && current.tenant === tenant;
  requireAllowed(isIn ? decide(current as Scope, action) : "forbidden");
}

/** Whether a member of a school's team acts, rather than a program, the operator, or the service. */
export const isMember = (by: Actor | SchoolScope): by is SchoolScope => "membershipId" in by;

/**
 * As `recheck`, for anyone who acts for a team, including a program with a key. The operator and the service always may.
 * @param action null for a bank's program, whose key may do everything
 * @throws ServiceError FORBIDDEN, STEP_UP_REQUIRED
 */
export async function recheckCaller(
  tx: Transaction | undefined,
  by: Actor | StaffScope | ServiceKeyScope | BankScope,
  action: Action | null,
): Promise<void> {
  if ("membershipId" in by) return recheck(tx, by, action as Action<typeof by.kind>);
  const isCurrent =
    "serviceKeyId" in by
      ? (await findUsableKey({ id: by.serviceKeyId }, tx)).length > 0
      : by.actor.kind !== "key" || (await isCurrentKey(by.actor.id));
  if (!isCurrent) throw new ServiceError("FORBIDDEN");
}
