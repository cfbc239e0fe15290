/** A tenant's team. Someone with the role `admin` always remains. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { nameOfActor } from "../auth/actors.ts";
import { audit } from "../auth/audit.ts";
import { recheck } from "../auth/permissions.ts";
import type { StaffScope, TeamScope } from "../auth/scopes.ts";
import { isRole, nameOfTenant, type Role, type Tenant } from "../auth/tenants.ts";
import { run, runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import {
  advisoryLock,
  lockCardholder,
  type Transaction,
  transaction,
} from "../database/transaction.ts";
import { deleteUnsent } from "../email/sql.ts";
import { members, pendingInvitations, revocation } from "./sql.ts";
import { columnsOf, findTenantName } from "./tenants.ts";

/** Members and pending invitations of a tenant. */
export const MAX_TEAM_SIZE = 200;

/** Serializes changes of a tenant's team, until the transaction ends. */
export const lockTeam = (tx: Transaction, tenant: string) => advisoryLock(tx, `team:${tenant}`);

/**
 * The same for someone who changes the team.
 * @throws ServiceError FORBIDDEN if they no longer may, STEP_UP_REQUIRED
 */
export async function lockTeamFor(tx: Transaction, scope: TeamScope): Promise<void> {
  await lockTeam(tx, scope.tenant);
  if (scope.membershipId !== undefined) await recheck(tx, scope, "team.change");
}

/** A team: its members by address, and the invitations that can still be accepted, newest first. */
export async function listTeam(scope: TeamScope) {
  const team = members
    .select(["m.id as membershipId", "c.displayName as name", "c.email", "m.role"])
    .select("m.createdAt as memberSince")
    .where("m.tenant", "=", scope.tenant)
    .orderBy("c.emailKey")
    .limit(MAX_TEAM_SIZE);
  const invitations = pendingInvitations(scope.tenant)
    .select(["id as invitationId", "email", "role", "createdAt as invitedAt", "expiresAt"])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(MAX_TEAM_SIZE);
  const [found, invited] = await Promise.all([run(team), run(invitations)]);
  return { members: found, invitations: invited };
}

/** The people of a team in some of its roles, to email them. */
export const findByRole = (tx: Transaction, tenant: Tenant, roles: Role[]) =>
  run(
    members
      .select(["c.id as cardholderId", "c.email"])
      .where("m.tenant", "=", nameOfTenant(tenant))
      .where("m.role", "in", roles)
      .orderBy("c.emailKey")
      .limit(MAX_TEAM_SIZE),
    tx,
  );

/** Who a member is: their address and name, the team's name, and since when they are in it. */
export async function readMember(scope: StaffScope) {
  const member = members
    .select(["c.email", "c.displayName as name", "m.createdAt as memberSince"])
    .where("m.id", "=", scope.membershipId);
  const [found, tenantName] = await Promise.all([runForRow(member), findTenantName(scope)]);
  return { ...found, tenantName: tenantName ?? "" };
}

/** Adds a member; callers add the audit entry. Someone who is one already keeps their role. @returns the membership's ID */
export async function ensureMembership(
  tx: Transaction,
  { cardholderId, role, team }: { cardholderId: string; role: string; team: Tenant },
): Promise<string> {
  const insertion = kysely
    .insertInto("membership")
    .values({ id: uuidv7(), cardholderId, role, ...columnsOf(team) })
    .onConflict((conflict) => conflict.columns(["cardholderId", "tenant"]).doNothing())
    .returning("id");
  const existing = kysely
    .selectFrom("membership")
    .select("id")
    .where("cardholderId", "=", cardholderId)
    .where("tenant", "=", nameOfTenant(team));
  return ((await runForOne(insertion, tx)) ?? (await runForRow(existing, tx))).id;
}

/** A member of this team, and whether they are its last admin. Locks the team. */
async function lockMember(tx: Transaction, scope: TeamScope, membershipId: string) {
  if (!isUuid(membershipId)) return null;
  await lockTeamFor(tx, scope);
  const { tenant } = scope;
  const member = await runForOne(
    members
      .select(["m.role", "m.cardholderId", "c.email"])
      .where("m.id", "=", membershipId)
      .where("m.tenant", "=", tenant),
    tx,
  );
  if (!member) return null;
  const otherAdmin = kysely
    .selectFrom("membership")
    .select("id")
    .where("tenant", "=", tenant)
    .where("role", "=", "admin")
    .where("id", "<>", membershipId)
    .limit(1);
  const isLastAdmin = member.role === "admin" && !(await runForOne(otherAdmin, tx));
  return { ...member, isLastAdmin };
}

/** `unknown`: not a member of this team, if anyone's. */
type Refusal = "unknown" | "last_admin";

/**
 * Changes a member's role, which takes effect on their next request. Invitations by someone who is no longer an admin
 * are revoked.
 * @param role one of the tenant's kind
 */
export async function changeRole(
  scope: TeamScope,
  membershipId: string,
  role: Role,
): Promise<"changed" | Refusal> {
  requireRole(scope, role);
  return transaction(async (tx) => {
    const member = await lockMember(tx, scope, membershipId);
    if (!member) return "unknown";
    if (member.role === role) return "changed";
    if (member.isLastAdmin) return "last_admin";
    const change = kysely.updateTable("membership").set({ role }).where("id", "=", membershipId);
    await run(change, tx);
    const { email, role: from } = member;
    await audit(tx, scope, "team.change-role", membershipId, { email, from, to: role });
    if (role !== "admin") await revokeInvitationsBy(tx, scope, membershipId);
    return "changed";
  });
}

/** Removes a member, possibly oneself, ends their sessions in this context, and revokes invitations by them. */
export async function removeMember(
  scope: TeamScope,
  membershipId: string,
): Promise<"removed" | Refusal> {
  return transaction(async (tx) => {
    const member = await lockMember(tx, scope, membershipId);
    if (!member) return "unknown";
    if (member.isLastAdmin) return "last_admin";
    const { cardholderId, email, role } = member;
    // Before their sessions, as everything that changes sessions does.
    await lockCardholder(tx, cardholderId);
    await run(kysely.deleteFrom("membership").where("id", "=", membershipId), tx);
    await deleteUnsent({ tenant: scope.tenant, to: email }, tx);
    await audit(tx, scope, "team.remove", membershipId, { email, role });
    await revokeInvitationsBy(tx, scope, membershipId);
    return "removed";
  });
}

/** Revokes the pending invitations of a member who may no longer invite. */
async function revokeInvitationsBy(tx: Transaction, scope: TeamScope, membershipId: string) {
  const theirs = revocation(scope.tenant)
    .where("invitedBy", "=", nameOfActor({ kind: "staff", id: membershipId }))
    .returning(["id", "email"]);
  for (const { id, email } of await run(theirs, tx)) {
    await deleteUnsent({ tenant: scope.tenant, to: email }, tx);
    await audit(tx, scope, "team.revoke-invitation", id, { email });
  }
}

/** Callers validate roles. @throws TypeError for another kind's */
export function requireRole({ kind }: Pick<Tenant, "kind"> | StaffScope, role: string): void {
  if (!isRole(kind, role)) throw new TypeError(`${role} isn't a role of a ${kind}`);
}
