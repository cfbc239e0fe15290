/** SQL for second factors, and for counting attempts at them. */
import { type Expression, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";

type Id = Expression<string>;

/** Whether an authenticator app is set up. One that no code has confirmed isn't. */
export const hasApp = (cardholderId: Id) =>
  sql<boolean>`exists (
    select from totp where cardholder_id = ${cardholderId} and confirmed_at is not null)`;

export const passkeyCount = (cardholderId: Id) =>
  sql<number>`(select count(*) from passkey where cardholder_id = ${cardholderId})`;

export const unusedCodeCount = (cardholderId: Id) =>
  sql<number>`(
    select count(*) from recovery_code where cardholder_id = ${cardholderId} and used_at is null)`;

/** Whether signing in with the password also takes a second factor. */
export const hasSecondFactor = (cardholderId: Id) =>
  sql<boolean>`(${hasApp(cardholderId)}
    or exists (select from passkey where cardholder_id = ${cardholderId}))`;

/**
 * Counts an attempt, in a new window if the last one has ended. Beyond the free attempts, the window lasts a day, and
 * the next attempt has to wait.
 * @returns no row if this attempt has to wait
 */
export const countAttempt = statement(
  (params: Parameters<{ cardholderId: string; freeAttempts: number }>) =>
    raw<{ attemptCount: number }>(sql`
    insert into code_attempt as a (cardholder_id, attempt_count, expires_at)
    values (${params.cardholderId}, 1, now() + interval '1 hour')
    on conflict (cardholder_id) do update set (attempt_count, expires_at, wait_until) = (
      select n,
        case when a.expires_at <= now() then now() + interval '1 hour'
          when n >= free then now() + interval '1 day'
          else a.expires_at end,
        case when n >= free
          then now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(n - free, 6)) end
      from (select ${params.freeAttempts}::int as free,
        case when a.expires_at <= now() then 1 else a.attempt_count + 1 end as n) as counted
    )
    where a.wait_until is null or a.wait_until <= now()
    returning attempt_count`),
  { name: "count-code-attempt" },
);
