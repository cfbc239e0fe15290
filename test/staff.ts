/** Members of teams, signed in with a second factor that was just proved. */
import { v7 as uuidv7 } from "uuid";
import type { StaffScope } from "#lib/auth/scopes.ts";
import { STAFF_SESSION_SECONDS, scopeOfFamily } from "#lib/auth/sessions.ts";
import type { Role, ServiceKeyRole, Tenant, TenantKind } from "#lib/auth/tenants.ts";
import { signAccessToken } from "#lib/auth/tokens/access-tokens.ts";
import { db } from "#lib/database/prisma.ts";
import { createServiceKey } from "#lib/staff/service-keys.ts";
import { columnsOf } from "#lib/staff/tenants.ts";
import { makeSchool } from "./factories.ts";
import { makePerson } from "./sign-in.ts";

export type TenantOf<Kind extends TenantKind> = Extract<Tenant, { kind: Kind }>;
export type ScopeOf<Kind extends TenantKind> = Extract<StaffScope, { kind: Kind }>;

/** A new school, as a tenant. */
export async function makeSchoolTenant(): Promise<TenantOf<"school">> {
  return { kind: "school", schoolId: await makeSchool() };
}

/** Opens a session in a membership's context. */
export async function openStaffSession<Kind extends TenantKind>(
  { cardholderId, membershipId }: { cardholderId: string; membershipId: string },
  verifiedAt: Date | null = new Date(),
): Promise<ScopeOf<Kind>> {
  const familyId = uuidv7();
  const expiresAt = new Date(Date.now() + STAFF_SESSION_SECONDS * 1_000);
  const session = { id: familyId, cardholderId, membershipId, expiresAt, verifiedAt };
  await db().sessionFamily.create({ data: session });
  const scope = await scopeOfFamily(familyId);
  if (!scope) throw new Error("the session isn't open");
  return scope as ScopeOf<Kind>;
}

/** A member of a new school's team, with an access token. */
export async function makeSchoolMember(role: Role<"school"> = "admin") {
  const tenant = await makeSchoolTenant();
  const member = await makeMember(tenant, role);
  return { ...member, tenant, token: await signAccessToken(member.scope) };
}

export type SchoolMember = Awaited<ReturnType<typeof makeSchoolMember>>;

/** Adds a person, by default a new one with a password, to a team. @returns their open session's scope, too */
export async function makeMember<Kind extends TenantKind>(
  tenant: TenantOf<Kind>,
  role: Role<Kind>,
  existing?: { cardholderId: string; email: string },
) {
  const { cardholderId, email } = existing ?? (await makePerson());
  const membershipId = uuidv7();
  await db().membership.create({
    data: { id: membershipId, cardholderId, role, ...columnsOf(tenant) },
  });
  const scope = await openStaffSession<Kind>({ cardholderId, membershipId });
  return { cardholderId, email, membershipId, scope };
}

/** A foundation's service key, usable from loopback and `203.0.113.0/24`. */
export async function makeServiceKey(
  tenant: TenantOf<"school">,
  role: ServiceKeyRole = "viewer",
  admin?: ScopeOf<"school">,
) {
  const scope = admin ?? (await makeMember(tenant, "admin")).scope;
  const networks = ["127.0.0.0/8", "::1/128", "203.0.113.0/24"];
  const created = await createServiceKey(scope, {
    name: "Nightly export",
    role,
    networks,
    days: 30,
  });
  if (typeof created === "string") throw new Error(created);
  return created;
}
