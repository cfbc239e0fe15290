/** SQL of webhook endpoints. Deleted ones are never found. */
import { type InferResult, type SqlBool, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { EndpointChanges } from "./contract.ts";

export const SHOWN = [
  "id",
  "url",
  "description",
  "eventTypes",
  "status",
  "disabledReason",
  "failingSince",
  "createdAt",
] as const;

type EndpointKey = { endpointId: string; bankId: string };

export const listedEndpoints = (bankId: string) =>
  kysely
    .selectFrom("webhookEndpoint")
    .select(SHOWN)
    .where("bankId", "=", bankId)
    .where("status", "<>", "deleted");

export type EndpointRow = InferResult<ReturnType<typeof listedEndpoints>>[number];

/** Whether its secret can be returned again. */
export const IS_REPEATABLE = sql<SqlBool>`(previous_secret_expires_at is null
  and created_at > now() - interval '1 day')`;

/** More than a page tells apart. */
export const MAX_COUNTED = 10_000;

const sinceYesterday = (status: "delivered" | "dead" | "pending") => sql<number>`(
  select count(*)::int from (select from webhook_delivery d where d.endpoint_id = p.id
    and d.status = ${status} and d.created_at > now() - interval '1 day' limit ${MAX_COUNTED + 1}) counted)`;

/** A bank's endpoints, with what became of the last day's deliveries. */
export const endpointHealth = (bankId: string) =>
  kysely
    .selectFrom("webhookEndpoint as p")
    .select(["p.id", "p.url", "p.status", "p.failingSince"])
    .select(sinceYesterday("delivered").as("delivered"))
    .select(sinceYesterday("dead").as("dead"))
    .select(sinceYesterday("pending").as("pending"))
    .where("p.bankId", "=", bankId)
    .where("p.status", "<>", "deleted")
    .orderBy("p.createdAt");

/**
 * Locks a bank's row until the transaction ends, so that concurrent limit checks run one after another.
 * Donations take key-share locks, which do not wait for this one.
 */
export const lockBank = statement((given: Parameters<{ bankId: string }>) =>
  raw(sql`select id from bank where id = ${given.bankId} for no key update`),
);

/** The number of endpoints that a bank has, and that it has added within a day. */
export const countEndpoints = statement((given: Parameters<{ bankId: string }>) =>
  raw<{ present: number; added: number }>(sql`
    select count(*) filter (where status <> 'deleted') as present,
      count(*) filter (where created_at > now() - interval '1 day') as added
    from webhook_endpoint where bank_id = ${given.bankId}`),
);

const isOne = ({ endpointId, bankId }: EndpointKey) =>
  sql<SqlBool>`id = ${endpointId} and bank_id = ${bankId} and status <> 'deleted'`;

type Changes = Omit<EndpointChanges, "event_types"> & {
  /** Empty for all types. */
  eventTypes?: string[] | undefined;
};

/** Changes the given fields. Enabling an endpoint clears its disabled reason. */
export const updateEndpoint = (one: EndpointKey, { status, ...changes }: Changes) =>
  kysely
    .updateTable("webhookEndpoint")
    .set(({ ref }) => ({
      ...changes,
      status: status ?? ref("status"),
      ...(status === "enabled"
        ? { disabledReason: null, failingSince: null, failingEmailedAt: null }
        : {}),
      ...(status === "disabled"
        ? {
            disabledReason: sql<string>`case when status = 'enabled' then 'disabled by the bank'
              else disabled_reason end`,
          }
        : {}),
    }))
    .where(isOne(one))
    .returning(SHOWN);

export const markDeleted = (one: EndpointKey) =>
  raw<{ id: string }>(sql`
    update webhook_endpoint set status = 'deleted' where ${isOne(one)} returning id`);

type NewSecret = { encryptedSecret: Buffer; overlapMs: number };

/** One statement, so that each of several concurrent rotations keeps the secret it replaces. */
export const replaceSecret = (one: EndpointKey, { encryptedSecret, overlapMs }: NewSecret) =>
  raw<{ expiresAt: Date }>(sql`
    update webhook_endpoint set
      previous_encrypted_secret = encrypted_secret,
      previous_secret_expires_at = now() + ${overlapMs} * interval '1 millisecond',
      encrypted_secret = ${encryptedSecret}
    where ${isOne(one)} returning previous_secret_expires_at as expires_at`);

/** Reads an endpoint's status and locks the endpoint until the transaction ends. */
export const lockStatus = (one: EndpointKey) =>
  raw<{ status: string }>(sql`select status from webhook_endpoint where ${isOne(one)} for share`);

export type Notified = {
  bankId: string;
  bankName: string;
  contactEmail: string | null;
  url: string;
};

/** Guarded on the status, so that only one of many failing attempts sends the email. */
export const disableEndpoint = statement(
  (given: Parameters<{ endpointId: string; reason: string }>) =>
    raw<Notified>(sql`
      update webhook_endpoint as p set status = 'disabled', disabled_reason = ${given.reason}
      from bank as b
      where p.id = ${given.endpointId} and p.status = 'enabled' and b.id = p.bank_id
      returning p.bank_id, b.name as bank_name, b.contact_email, p.url`),
);

/** Guarded, so that the bank is told once while an endpoint fails. */
export const markFailureEmailed = statement((given: Parameters<{ endpointId: string }>) =>
  raw<Notified>(sql`
    update webhook_endpoint as p set failing_emailed_at = now()
    from bank as b
    where p.id = ${given.endpointId} and p.status = 'enabled' and p.failing_emailed_at is null and b.id = p.bank_id
    returning p.bank_id, b.name as bank_name, b.contact_email, p.url`),
);

export const clearFailing = statement(
  (given: Parameters<{ endpointId: string }>) =>
    raw(sql`
      update webhook_endpoint set failing_since = null, failing_emailed_at = null
      where id = ${given.endpointId} and failing_since is not null`),
  { name: "clear-failing" },
);

/** Marks an endpoint as failing, unless it already is. @returns how long it had been failing, and whether its bank knows */
export const markFailing = statement((given: Parameters<{ endpointId: string }>) =>
  raw<{ failingForMs: number; isEmailed: boolean }>(sql`
    with marked as (
      update webhook_endpoint set failing_since = now()
      where id = ${given.endpointId} and failing_since is null
    )
    select (extract(epoch from now() - failing_since) * 1000)::float8 as failing_for_ms,
      failing_emailed_at is not null as is_emailed
    from webhook_endpoint where id = ${given.endpointId} and failing_since is not null`),
);
