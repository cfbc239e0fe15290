/** Authorization SQL. Every status change is guarded by the previous status. */
import { type RawBuilder, type Selectable, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { run } from "../../database/run.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely, type Tables } from "../../database/tables.ts";
import { type Cents, toDollars } from "../../money.ts";

const onRequest = { onRequest: true };

export type Authorization = Selectable<Tables["giftAuthorization"]>;

/** A bank's authorization URL with its signing secrets, and the bank's ID for the customer. */
export type AuthorizationAddress = {
  url: string;
  encryptedSecret: Buffer;
  previousEncryptedSecret: Buffer | null;
  bankUserId: string;
};

export const findAddress = statement(
  (params: Parameters<{ bankId: string; accountId: string }>) =>
    raw<AuthorizationAddress>(sql`
      select url, encrypted_secret, bank_user_id,
        case when previous_secret_expires_at > now() then previous_encrypted_secret end as previous_encrypted_secret
      from authorization_address join account using (bank_id)
      where bank_id = ${params.bankId} and account.id = ${params.accountId}`),
  onRequest,
);

export type AuthorizationTerms = {
  donationId: string;
  bankId: string;
  accountId: string;
  schoolId: string;
  loyaltyProgramId: string | null;
  channel: "portal" | "embed";
  amountCents: Cents;
  points: number;
};

/** How many authorizations an account has requested within 24 hours. */
export const countRecentRequests = statement(
  (params: Parameters<{ accountId: string }>) =>
    raw<{ count: number }>(sql`
      select count(*) from gift_authorization
      where account_id = ${params.accountId} and created_at > now() - interval '1 day'`),
  onRequest,
);

/** When something ends that begins now. */
const after = (ms: RawBuilder<number>) => sql`now() + ${ms}::float8 * interval '1 millisecond'`;

/** Inserts nothing if the gift already has one that is requested, approved, or used. */
export const insertRequested = statement(
  (params: Parameters<AuthorizationTerms & { id: string; ttlMs: number }>) =>
    raw<Authorization>(sql`
      insert into gift_authorization (id, donation_id, bank_id, account_id, school_id, loyalty_program_id, channel,
        amount_cents, points, expires_at)
      values (${params.id}, ${params.donationId}, ${params.bankId}, ${params.accountId}, ${params.schoolId},
        ${params.loyaltyProgramId}, ${params.channel}, ${params.amountCents}, ${params.points}, ${after(params.ttlMs)})
      on conflict do nothing returning *`),
  onRequest,
);

/** A gift's requested, approved, or used authorization. */
export const findLive = statement(
  (params: Parameters<{ donationId: string }>) =>
    raw<Authorization & { isExpired: boolean }>(sql`
      select *, expires_at <= now() as is_expired from gift_authorization
      where donation_id = ${params.donationId} and status in ('requested', 'approved', 'used')`),
  onRequest,
);

type Decision = {
  id: string;
  status: "approved" | "declined";
  holdReference: string | null;
  reason: string | null;
  ttlMs: number;
};

/** Records the bank's decision, unless one is already recorded. The time to use an approval starts here. */
export const recordDecision = statement(
  (params: Parameters<Decision>) =>
    raw<Authorization>(sql`
      update gift_authorization set status = ${params.status}, hold_reference = ${params.holdReference},
        reason = ${params.reason}, decided_at = now(), expires_at = ${after(params.ttlMs)}
      where id = ${params.id} and status = 'requested' returning *`),
  onRequest,
);

export const findById = statement(
  (params: Parameters<{ id: string }>) =>
    raw<Authorization>(sql`select * from gift_authorization where id = ${params.id}`),
  onRequest,
);

/** With the bank's ID for the customer. */
export type ExpiredAuthorization = Authorization & { bankUserId: string };

const expire = (which: RawBuilder<unknown>) =>
  raw<ExpiredAuthorization>(sql`
    update gift_authorization g set status = 'expired' from account a where a.id = g.account_id and ${which}
    returning g.*, a.bank_user_id`);

export const expireById = statement((params: Parameters<{ id: string; whileStatus: string[] }>) =>
  expire(sql`g.id = ${params.id} and g.status = any(${params.whileStatus}::text[])`),
);

/** Expires what is due, most overdue first. Skips what another process is expiring. */
export const expireAllDue = statement((params: Parameters<{ atMost: number }>) =>
  expire(sql`g.id in (
    select id from gift_authorization where status in ('requested', 'approved') and expires_at <= now()
    order by expires_at limit ${params.atMost} for update skip locked)`),
);

/** Every authorization of one gift for operators, oldest first, even if the gift was never accepted. */
export async function listAuthorizationsOf(donationId: string) {
  const all = kysely
    .selectFrom("giftAuthorization")
    .select(["id as authorizationId", "status", "amountCents", "points", "holdReference"])
    .select(["reason", "createdAt", "decidedAt", "expiresAt"]);
  const rows = await run(all.where("donationId", "=", donationId).orderBy("createdAt"));
  return rows.map(({ authorizationId, status, amountCents, ...others }) => {
    return { authorizationId, status, dollarAmount: toDollars(amountCents), ...others };
  });
}
