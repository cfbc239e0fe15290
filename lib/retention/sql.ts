/** SQL of retention: what is deleted or cleared, and after how many days. */
import { sql } from "kysely";
import { raw } from "../database/expressions.ts";
import type { Tables } from "../database/tables.ts";

const today = sql<Date>`(now() at time zone 'UTC')::date`;

type Rule = {
  table: keyof Tables;
  /** How long rows are kept, in days. */
  days: number;
  /** The time to count from, as the table's index expresses it; or a date column, for past days. */
  since: string;
  /** The rows that the rule applies to. Default: all. */
  where?: string;
  /** The column to set to null. If omitted, the row is deleted. */
  clears?: string;
};

const BY_DAY = { days: 2, since: "day" };

export const RULES: Record<string, Rule> = {
  /** Endpoints' responses: useful for debugging, but may contain anything. */
  webhookAnswers: {
    table: "webhookAttempt",
    days: 30,
    since: "attempted_at",
    where: "response_body is not null",
    clears: "response_body",
  },
  idempotencyKeys: {
    table: "donation",
    days: 1,
    since: "created_at",
    where: "idempotency_key is not null",
    clears: "idempotency_key",
  },
  /** Ended sessions: a cardholder may want to see them for a while. */
  endedSessions: { table: "sessionFamily", days: 30, since: "coalesce(revoked_at, expires_at)" },
  /** Emails contain addresses and links. By then they have been read, or never will be. */
  emails: { table: "email", days: 90, since: "created_at", where: "status <> 'pending'" },
  /** Closed batches, with what was recorded about their gifts, once every gift is decided. */
  giftBatches: {
    table: "giftBatch",
    days: 1_100,
    since: "closed_at",
    where:
      "closed_at is not null and not exists (select from gift_batch_line where batch_id = gift_batch.id and decided_at is null)",
  },
  /** Addresses that donors shared, once no batch's file has them anymore. */
  sharedAddresses: {
    table: "donation",
    days: 1_100,
    since: "created_at",
    where:
      "encrypted_donor_address is not null and not exists (select from gift_batch_line where donation_id = donation.id)",
    clears: "encrypted_donor_address",
  },
  /** Uploaded decisions about gifts: they're confirmed right after the upload, or never. */
  decisionUploads: { table: "decisionUpload", days: 1, since: "created_at" },
  /** What donors reported, and the answers. */
  cases: { table: "giftCase", days: 1_100, since: "ended_at" },
  embedSessions: { table: "embedSession", days: 30, since: "expires_at" },
  /** Password links: valid for half an hour. Refresh tokens are deleted with their session. */
  resetTokens: { table: "resetToken", days: 1, since: "expires_at" },
  /** Invitations that nobody accepted. Accepted ones name people in the audit log. */
  invitations: { table: "invitation", days: 90, since: "expires_at", where: "accepted_at is null" },
  /** Service keys. Until then, they name programs in the audit log. */
  serviceKeys: { table: "serviceKey", days: 400, since: "expires_at" },
  /** API keys that have ended, as long. */
  apiKeys: { table: "apiKey", days: 400, since: "coalesce(revoked_at, expires_at)" },
  /** What a bank can look up about its refused requests. */
  refusedRequests: { table: "refusedRequest", days: 7, since: "created_at" },
  /** Where banks' own lists differed from ours. */
  comparisonDifferences: { table: "comparisonDifference", days: 30, since: "created_at" },
  comparisons: { table: "comparison", days: 30, since: "created_at" },
  /** A report certifies for 90 days. */
  certifications: {
    table: "certification",
    days: 90,
    since: "created_at",
    where: "status <> 'running'",
  },
  /** Deliveries to endpoints that stay disabled. Their events can still be replayed. */
  skippedDeliveries: {
    table: "webhookDelivery",
    days: 30,
    since: "created_at",
    where:
      "status = 'skipped' and not exists (select from webhook_attempt where delivery_id = webhook_delivery.id)",
  },
  /** Answered challenges, once they can't be answered again anyway. */
  usedChallenges: { table: "usedChallenge", days: 1, since: "expires_at" },
  mailCounts: { table: "emailCount", ...BY_DAY },
  /** Banks' storage usage on past days. */
  bankUsage: { table: "bankUsage", days: 30, since: "day" },
  /** Accounts' daily totals, once the day is over in every time zone. */
  dailyGiftTotals: { table: "dailyGiftTotal", ...BY_DAY },
  /** Authorizations that no donation used. */
  authorizations: {
    table: "giftAuthorization",
    days: 90,
    since: "created_at",
    where: "status in ('declined', 'expired')",
  },
  /** Attempts at second-factor codes that no longer count. */
  codeAttempts: { table: "codeAttempt", days: 1, since: "expires_at" },
  /** Codes, tokens, and other short-lived state of the authorization server. */
  oauthObjects: { table: "oauthObject", days: 1, since: "expires_at" },
  /** Expired consent requests. What they authorized has expired before them. */
  accountLinks: { table: "accountLink", days: 1, since: "expires_at" },
  /** Signing keys whose last token has expired. */
  signingKeys: { table: "signingKey", days: 1, since: "published_until" },
};

/** Applies a rule to a batch of rows. Skips locked rows, which the next day's run finds. */
export function prune({ table, days, since, where = "true", clears }: Rule, atMost: number) {
  const limit =
    since === "day" ? sql`${today} - ${days}::int` : sql`now() - ${days} * interval '1 day'`;
  const rows = sql`select ctid from ${sql.table(table)}
    where ${sql.raw(where)} and ${sql.raw(since)} < ${limit}
    limit ${atMost} for ${sql.raw(clears ? "no key update" : "update")} skip locked`;
  const change = clears
    ? sql`update ${sql.table(table)} set ${sql.ref(clears)} = null`
    : sql`delete from ${sql.table(table)}`;
  return raw(sql`${change} where ctid = any(array(${rows}))`);
}

/** Each counting transaction adds its own row; for past days, they are merged into one. */
export const mergeDayTallies = raw(sql`
  with deleted as (
    delete from day_tally
    where day < ${today} - 2 and (list, owner, part, status, day) in (
      select list, owner, part, status, day from day_tally
      group by list, owner, part, status, day having count(*) > 1)
    returning list, owner, part, status, day, count
  )
  insert into day_tally (list, owner, part, status, day, count)
  select list, owner, part, status, day, sum(count) from deleted
  group by list, owner, part, status, day`);
