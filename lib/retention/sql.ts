/** SQL of retention: what is deleted or emptied, and after how many days. */
import { sql } from "kysely";
import { raw } from "../database/expressions.ts";
import type { Tables } from "../database/tables.ts";

const today = sql<Date>`(now() at time zone 'UTC')::date`;

type Rule = {
  table: keyof Tables;
  /** How long rows are kept, in days. */
  days: number;
  /** The time since when, in the form that the table's index has; or a date, for days that are over. */
  since: string;
  /** Which rows; all if omitted. */
  where?: string;
  /** The column that is emptied; if omitted, the row is deleted. */
  empties?: string;
};

const BY_DAY = { days: 2, since: "day" } as const;

/** Each rule, with the reason for its length. */
const RULES = {
  /** Endpoints' responses: useful for debugging, but may contain anything. */
  webhookAnswers: {
    table: "webhookAttempt",
    days: 30,
    since: "attempted_at",
    where: "response_body is not null",
    empties: "response_body",
  },
  /** Idempotency keys of gifts. */
  idempotencyKeys: {
    table: "donation",
    days: 1,
    since: "created_at",
    where: "idempotency_key is not null",
    empties: "idempotency_key",
  },
  /** Ended sessions: a cardholder may want to see them for a while. */
  endedSessions: { table: "sessionFamily", days: 30, since: "coalesce(revoked_at, expires_at)" },
  /** Emails contain addresses and links; by then they were read or never will be. */
  emails: { table: "email", days: 90, since: "created_at", where: "status <> 'pending'" },
  /** Embed sessions that have expired. */
  embedSessions: { table: "embedSession", days: 30, since: "expires_at" },
  /** Password links: valid for half an hour. Refresh tokens are deleted with their session. */
  resetTokens: { table: "resetToken", days: 1, since: "expires_at" },
  /** Daily email counts of mailboxes. */
  mailCounts: { table: "emailCount", ...BY_DAY },
  /** What banks have stored on days that are over. */
  bankUsage: { table: "bankUsage", days: 30, since: "day" },
  /** What accounts have given on days that are over, in every time zone. */
  dailyGiftTotals: { table: "dailyGiftTotal", ...BY_DAY },
  /** What was given with API keys on UTC days that are over. */
  dailyKeyTotals: { table: "dailyKeyTotal", ...BY_DAY },
  /** Authorizations that no donation has used. */
  authorizations: {
    table: "giftAuthorization",
    days: 90,
    since: "created_at",
    where: "status in ('declined', 'expired')",
  },
  /** Attempts at second-factor codes that no longer count. */
  codeAttempts: { table: "codeAttempt", days: 1, since: "expires_at" },
  /** Codes, tokens, and what else the authorization server keeps for minutes. */
  oauthObjects: { table: "oauthObject", days: 1, since: "expires_at" },
  /** Requests for consent that have ended. What they led to ended before. */
  accountLinks: { table: "accountLink", days: 1, since: "expires_at" },
  /** Signing keys whose last token has expired. */
  signingKeys: { table: "signingKey", days: 1, since: "published_until" },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as RuleName[];

/** Applies a rule to a batch of rows, but to none that a transaction has locked: it finds them the next day. */
export function prune(name: RuleName, atMost: number) {
  const { table, days, since, where = "true", empties }: Rule = RULES[name];
  const limit =
    since === "day" ? sql`${today} - ${days}::int` : sql`now() - ${days} * interval '1 day'`;
  const rows = sql`select ctid from ${sql.table(table)}
    where ${sql.raw(where)} and ${sql.raw(since)} < ${limit}
    limit ${atMost} for ${sql.raw(empties ? "no key update" : "update")} skip locked`;
  const change = empties
    ? sql`update ${sql.table(table)} set ${sql.ref(empties)} = null`
    : sql`delete from ${sql.table(table)}`;
  return raw(sql`${change} where ctid = any(array(${rows}))`);
}

/** Each counting transaction adds a row of its own; days that are over are merged into one row. */
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
