import { type ActorId, nameOfActor } from "./actors.ts";
import {
  nameOfTenant,
  type Role,
  type ServiceKeyRole,
  type Tenant,
  type TenantName,
} from "./tenants.ts";

/**
 * A scope identifies who a call acts for. Scopes are branded, so no other code can forge one.
 * Domain functions take a scope as their first argument, and their queries filter by it.
 */
declare const minted: unique symbol;

/** A bank, authenticated by an API key or represented by an operator. */
export type BankScope = {
  readonly bankId: string;
  readonly keyId: string;
  /** What the key may do; the operator may do everything. */
  readonly keyScope?: string;
  /** The actor in the audit log: the key, or the operator. */
  readonly actor: ActorId;
} & { readonly [minted]: "bank" };

/** A cardholder, authenticated by a session. */
export type CardholderScope = {
  readonly cardholderId: string;
  readonly familyId: string;
  /** Whether the person proved a second factor in this session in the last minutes, possibly with a recovery code. */
  readonly isVerified: boolean;
  readonly actor: ActorId;
} & { readonly [minted]: "cardholder" };

type StaffMember = {
  readonly personId: string;
  readonly membershipId: string;
  readonly familyId: string;
  readonly tenant: TenantName;
  /** Whether the person proved an app or a passkey in the last minutes, as sensitive actions require. */
  readonly isVerified: boolean;
  readonly actor: ActorId;
};

/** A member of a school's team, authenticated by a session in that school's context. */
export type SchoolScope = StaffMember & {
  readonly kind: "school";
  readonly schoolId: string;
  readonly role: Role<"school">;
} & { readonly [minted]: "school" };

/** A member of a bank's team. `BankScope` is the bank itself. */
export type BankStaffScope = StaffMember & {
  readonly kind: "bank";
  readonly bankId: string;
  readonly role: Role<"bank">;
} & { readonly [minted]: "bank-staff" };

export type OperatorScope = StaffMember & {
  readonly kind: "operator";
  readonly role: Role<"operator">;
} & { readonly [minted]: "operator" };

export type StaffScope = SchoolScope | BankStaffScope | OperatorScope;

/** A program of a school's foundation, authenticated by a service key. */
export type ServiceKeyScope = {
  readonly kind: "school";
  readonly schoolId: string;
  readonly tenant: TenantName;
  readonly role: ServiceKeyRole;
  readonly serviceKeyId: string;
  /** A program can't prove a second factor, so sensitive actions are forbidden to it. */
  readonly isVerified: false;
  readonly actor: ActorId;
} & { readonly [minted]: "service-key" };

/** Whoever reads and works on a school's gifts: a member of its team, or a program of its foundation. */
export type SchoolApiScope = SchoolScope | ServiceKeyScope;

/** Whoever reads and works on a bank's data: its program with a key, or a member of its team. */
export type BankApiScope = BankScope | BankStaffScope;

export type SessionScope = CardholderScope | StaffScope;

/** Whoever manages a tenant's team: a member of it, or the operator on its behalf. */
export type TeamScope =
  | StaffScope
  | (Tenant & {
      readonly tenant: TenantName;
      readonly actor: ActorId;
      readonly membershipId?: undefined;
    } & { readonly [minted]: "team" });

/** The holder of an embedded session's token, limited to one account and one donation. */
export type EmbedScope = {
  readonly sessionId: string;
  readonly bankId: string;
  readonly accountId: string;
  readonly cardholderId: string;
} & { readonly [minted]: "embed" };

/** The service itself or its operator: durable functions, the admin command, the seed. */
export type SystemScope = {
  readonly actor: ActorId;
  /** The tenant whose audit log it writes to, unless it acts for another. */
  readonly tenant?: TenantName | undefined;
} & { readonly [minted]: "system" };

/** For lib/auth only, after the API key has been verified. */
export function mintBankScope(bankId: string, keyId: string, keyScope: string): BankScope {
  return { bankId, keyId, keyScope, actor: { kind: "key", id: keyId } } as BankScope;
}

/** An operator acting on behalf of a bank, through the same functions that the bank calls. */
export function actingFor(scope: SystemScope, bankId: string): BankScope {
  return { bankId, keyId: nameOfActor(scope.actor), actor: scope.actor } as BankScope;
}

export type Member = { membershipId: string; role: string } & Tenant;

/**
 * For lib/auth only, after the session has been verified.
 * @param member the membership that the session acts in; null for the person's own context
 */
export function mintSessionScope(
  member: Member | null,
  session: { personId: string; familyId: string; isVerified: boolean },
): SessionScope {
  const { personId, ...rest } = session;
  const actor: ActorId = member
    ? { kind: "staff", id: member.membershipId }
    : { kind: "cardholder", id: personId };
  const scope = member
    ? { ...member, ...session, tenant: nameOfTenant(member), actor }
    : { cardholderId: personId, ...rest, actor };
  return scope as unknown as SessionScope;
}

/** For lib/auth only, after the key has been verified. */
export function mintServiceKeyScope(key: {
  id: string;
  schoolId: string;
  role: ServiceKeyRole;
}): ServiceKeyScope {
  const { id, schoolId, role } = key;
  const tenant = nameOfTenant({ kind: "school", schoolId });
  const actor = { kind: "service-key", id } as const;
  const by = { serviceKeyId: id, actor, isVerified: false } as const;
  return { kind: "school", schoolId, tenant, role, ...by } as ServiceKeyScope;
}

/** An operator managing a tenant's team, through the same functions as its admins. */
export function actingForTeam(scope: SystemScope, tenant: Tenant): TeamScope {
  return { ...tenant, tenant: nameOfTenant(tenant), actor: scope.actor } as TeamScope;
}

/** For lib/embed only, after the session was found by its token. */
export const mintEmbedScope = (session: Omit<EmbedScope, typeof minted>): EmbedScope =>
  session as EmbedScope;

/** For durable functions and seeds. @param part the part of the service that acts */
export const systemScope = (part: string, tenant?: TenantName): SystemScope =>
  ({ actor: { kind: "service", id: part }, tenant }) as SystemScope;

/** For the admin command. @param name who runs it */
export const operatorScope = (name: string): SystemScope =>
  ({ actor: { kind: "operator", id: name }, tenant: "operator" }) as SystemScope;

/** Whether a session acts in a team's context. */
export const isStaff = (scope: SessionScope): scope is StaffScope => "kind" in scope;

/** What a session's own audit entries are about. A tenant's log names members, not the people behind them. */
export const auditSubjectOf = (scope: SessionScope): string =>
  isStaff(scope) ? scope.membershipId : scope.cardholderId;

export const personOf = (scope: SessionScope): string =>
  isStaff(scope) ? scope.personId : scope.cardholderId;

/** Whose share of the service a scope uses: a person, a school, a bank, or the operator. */
export function ownerOf(scope: SessionScope | ServiceKeyScope | BankScope): string {
  if ("bankId" in scope) return scope.bankId;
  if ("cardholderId" in scope) return scope.cardholderId;
  return "schoolId" in scope ? scope.schoolId : scope.tenant;
}
