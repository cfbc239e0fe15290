/**
 * What is kept for how long. Donations, credits, events, deliveries and the audit log are records of
 * money and stay; this removes what only helped at the time.
 */
import type { SystemScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";

/** Days; the reason beside each. */
const KEPT_DAYS = {
  /** What endpoints answered: helps to find a fault, may hold whatever they sent. */
  webhookAnswers: 30,
  /** Sessions that have ended: a cardholder may still want to see them for a while. */
  endedSessions: 30,
  /** Mails hold addresses and links; by then they have been read or never will be. */
  mails: 90,
  /** Embed sessions that nobody can open any more. */
  embedSessions: 30,
  /** Links to set a password: good for half an hour. Refresh tokens go with their session. */
  resetTokens: 1,
  /** How many emails a mailbox had in a day. */
  mailCounts: 2,
  /** Who has tried codes of a second factor, once those tries no longer count. */
  codeAttempts: 1,
} as const;

const BATCH = 5_000;

const STATEMENTS: [keyof typeof KEPT_DAYS, string][] = [
  [
    "webhookAnswers",
    `update webhook_attempt set response_body = null where id in (
       select id from webhook_attempt
       where response_body is not null and attempted_at < now() - $1 * interval '1 day' limit $2)`,
  ],
  [
    "endedSessions",
    `delete from session_family where id in (
       select id from session_family
       where coalesce(revoked_at, expires_at) < now() - $1 * interval '1 day' limit $2)`,
  ],
  [
    "mails",
    `delete from mail where id in (
       select id from mail
       where status <> 'pending' and created_at < now() - $1 * interval '1 day' limit $2)`,
  ],
  [
    "embedSessions",
    `delete from embed_session where id in (
       select id from embed_session where expires_at < now() - $1 * interval '1 day' limit $2)`,
  ],
  [
    "resetTokens",
    `delete from reset_token where token_hash in (
       select token_hash from reset_token
       where expires_at < now() - $1 * interval '1 day' limit $2)`,
  ],
  [
    "mailCounts",
    `delete from mail_count where (mailbox, day, limit_name) in (
       select mailbox, day, limit_name from mail_count
       where day < (now() at time zone 'UTC')::date - $1::int limit $2)`,
  ],
  [
    "codeAttempts",
    `delete from code_attempt where cardholder_id in (
       select cardholder_id from code_attempt
       where expires_at < now() - $1 * interval '1 day' limit $2)`,
  ],
];

/** Whoever counts takes a row of its own; nobody counts in days gone by, and one row says the same. */
const ONE_ROW_A_DAY = `
  with gone as (
    delete from day_tally where day < (now() at time zone 'UTC')::date - 2 and (list, owner, part, status, day) in (
      select list, owner, part, status, day from day_tally
      group by list, owner, part, status, day having count(*) > 1
    ) returning list, owner, part, status, day, count
  )
  insert into day_tally (list, owner, part, status, day, count)
  select list, owner, part, status, day, sum(count) from gone group by 1, 2, 3, 4, 5`;

/** Applies all rules, in portions. @returns how many rows each has touched */
export async function applyRetention(_scope: SystemScope): Promise<Record<string, number>> {
  const touched: Record<string, number> = {};
  for (const [rule, statement] of STATEMENTS) {
    touched[rule] = 0;
    for (;;) {
      const { rowCount } = await pool().query(statement, [KEPT_DAYS[rule], BATCH]);
      touched[rule] += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) break;
    }
  }
  touched.dayTallies = (await pool().query(ONE_ROW_A_DAY)).rowCount ?? 0;
  return touched;
}
