/** SQL for teams, their service keys, and their audit logs. */
import { type Expression, type InferResult, sql } from "kysely";
import { type ActorId, nameOfActor } from "../auth/actors.ts";
import type { TenantName } from "../auth/tenants.ts";
import { now, raw } from "../database/expressions.ts";
import { kysely } from "../database/tables.ts";

export const members = kysely
  .selectFrom("membership as m")
  .innerJoin("cardholder as c", "c.id", "m.cardholderId");

const isPending = sql<boolean>`(accepted_at is null and revoked_at is null and expires_at > now())`;

/** Invitations that can be accepted, of one tenant or of all. */
export function pendingInvitations(tenant?: string) {
  const pending = kysely.selectFrom("invitation").where(isPending);
  return tenant === undefined ? pending : pending.where("tenant", "=", tenant);
}

export const revocation = (tenant: string) =>
  kysely
    .updateTable("invitation")
    .set({ revokedAt: now })
    .where("tenant", "=", tenant)
    .where(isPending);

/** Whether an actor, by its stored name, is of this kind. See `nameOfActor`. */
const isKind = (kind: ActorId["kind"], actor: Expression<string>) =>
  sql<boolean>`split_part(${actor}, ':', 1) = ${sql.lit(kind)}`;

/** The ID of an actor of this kind; null for other kinds. */
const idOf = (kind: "staff" | "service-key", actor: Expression<string>) =>
  sql<string | null>`case when ${isKind(kind, actor)} then split_part(${actor}, ':', 2)::uuid end`;

/** The address of the member that is this actor; null if it's someone else, or they have left. */
export const inviterOf = (actor: Expression<string>) =>
  sql<string | null>`(select c.email from membership m join cardholder c on c.id = m.cardholder_id
    where m.id = ${idOf("staff", actor)})`;

/** The address of the member of a tenant that is this actor, even after they left. No other team's people are named. */
function emailOf(actor: Expression<string>, tenant: Expression<string>) {
  const membershipId = idOf("staff", actor);
  return sql<string | null>`coalesce(
    (select c.email from membership m join cardholder c on c.id = m.cardholder_id
      where m.id = ${membershipId} and m.tenant = ${tenant}),
    (select i.email from invitation i where i.membership_id = ${membershipId} and i.tenant = ${tenant} limit 1))`;
}

/** The name of the tenant's service key that is this actor. */
const keyNameOf = (actor: Expression<string>, tenant: Expression<string>) =>
  sql<string | null>`(select k.name from service_key k
    where k.id = ${idOf("service-key", actor)} and 'school:' || k.school_id = ${tenant})`;

/** A tenant's actor as its people know it; null if it's nobody of theirs. */
export const actorNameOf = (actor: Expression<string>, tenant: Expression<string>) =>
  sql<
    string | null
  >`coalesce(${emailOf(actor, tenant)}, 'Service key ' || ${keyNameOf(actor, tenant)})`;

/** The admins besides this one, and those whom this one removed within 30 days. */
export const otherAdmins = (tenant: TenantName, actor: ActorId, membershipId: string) =>
  raw(sql`select from membership where tenant = ${tenant} and role = 'admin' and id <> ${membershipId} union all
    select from audit_entry where tenant = ${tenant} and action in ('team.remove', 'team.change-role')
      and actor = ${nameOfActor(actor)} and coalesce(details ->> 'from', details ->> 'role') = 'admin'
      and at > now() - interval '30 days' limit 1`);

/** Whether a row was created while this member was on the team. */
export const isSinceJoined = (membershipId: string) =>
  sql<boolean>`created_at >= (select m.created_at from membership m where m.id = ${membershipId})`;

export type LogFilters = { from?: Date | undefined; to?: Date | undefined };

/**
 * A tenant's audit entries, unordered. `actor` is the stored name; `email` a member's address, even after they left.
 */
export function logEntries(tenant: TenantName, { from, to }: LogFilters) {
  const [actor, of] = [sql.ref<string>("a.actor"), sql.ref<string>("a.tenant")];
  // Only the operator's log is about banks and schools, and a school's about batches.
  const name =
    tenant === "operator"
      ? sql<string | null>`case
          when starts_with(a.action, 'bank.') then (select b.name from bank b where b.id::text = a.subject)
          when starts_with(a.action, 'school.') then (select s.name from school s where s.id = a.subject) end`
      : sql<string | null>`case when starts_with(a.action, 'batch.') then (
          select 'Batch ' || b.number from gift_batch b where b.id = a.subject::uuid) end`;
  return kysely
    .selectFrom("auditEntry as a")
    .select(["a.id", "a.at", "a.action", "a.subject", "a.details"])
    .select([
      maskedActor(tenant).as("actor"),
      emailOf(actor, of).as("email"),
      keyNameOf(actor, of).as("keyName"),
      name.as("subjectName"),
    ])
    .where("a.tenant", "=", tenant)
    .$if(from !== undefined, (of) => of.where("a.at", ">=", from as Date))
    .$if(to !== undefined, (of) => of.where("a.at", "<", to as Date));
}

/** Whether an entry's actor is or was a member of the operator's team. */
const isOperatorsMember = sql<boolean>`coalesce(
  (select m.tenant from membership m where m.id = ${idOf("staff", sql.ref("a.actor"))}),
  (select i.tenant from invitation i where i.membership_id = ${idOf("staff", sql.ref("a.actor"))} limit 1)
  ) = 'operator'`;

export type LogRow = InferResult<ReturnType<typeof logEntries>>[number];

/** Only the operator sees which of its people acted. */
const maskedActor = (tenant: string) =>
  tenant === "operator"
    ? sql<string>`a.actor`
    : sql<string>`case when ${isKind("operator", sql.ref("a.actor"))} or ${isOperatorsMember}
        then 'operator' else a.actor end`;
