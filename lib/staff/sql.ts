/** SQL for teams, their service keys, and their audit logs. */
import { type Expression, sql } from "kysely";
import type { TenantName } from "../auth/tenants.ts";
import { now } from "../database/expressions.ts";
import { kysely } from "../database/tables.ts";

/** Invitations that can be accepted, of one tenant or of all. */
export function pendingInvitations(tenant?: string) {
  const pending = kysely
    .selectFrom("invitation")
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now);
  return tenant === undefined ? pending : pending.where("tenant", "=", tenant);
}

/** The membership in an actor's name; null for actors of other kinds. */
const membershipOf = (actor: Expression<string>) =>
  sql<string | null>`case when starts_with(${actor}, 'staff:') then substr(${actor}, 7)::uuid end`;

/** The address of the member that is this actor; null if it's someone else, or they have left. */
export const inviterOf = (actor: Expression<string>) =>
  sql<string | null>`(select c.email from membership m join cardholder c on c.id = m.cardholder_id
    where m.id = ${membershipOf(actor)})`;

/** Whether a service key is neither revoked nor expired. */
export const isKeyInUse = sql<boolean>`(revoked_at is null and expires_at > now())`;

export type LogFilters = { from?: Date | undefined; to?: Date | undefined };

/** A tenant's audit entries, unordered. */
export function logEntries(tenant: TenantName, { from, to }: LogFilters) {
  // The address is found by key, and only for the entries that are read.
  const membershipId = membershipOf(sql.ref("a.actor"));
  const email = sql<string | null>`coalesce(
    (select c.email from membership m join cardholder c on c.id = m.cardholder_id
      where m.id = ${membershipId}),
    (select i.email from invitation i where i.membership_id = ${membershipId} limit 1))`;
  const keyName = sql<string | null>`(select k.name from service_key k
    where a.actor like 'service-key:%' and k.id = substr(a.actor, 13)::uuid)`;
  return kysely
    .selectFrom("auditEntry as a")
    .select(["a.id", "a.at", "a.action", "a.subject", "a.details"])
    .select([maskedActor(tenant).as("actor"), email.as("email"), keyName.as("keyName")])
    .where("a.tenant", "=", tenant)
    .$if(from !== undefined, (of) => of.where("a.at", ">=", from as Date))
    .$if(to !== undefined, (of) => of.where("a.at", "<", to as Date));
}

/** Only the operator sees which of its people acted. */
const maskedActor = (tenant: string) =>
  tenant === "operator"
    ? sql<string>`a.actor`
    : sql<string>`case when starts_with(a.actor, 'operator:') then 'operator' else a.actor end`;
