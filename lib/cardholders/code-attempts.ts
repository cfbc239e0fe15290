/**
 * How often codes of somebody's second factor may be tried: ten times an hour, wherever they are tried,
 * then after waits that grow. Whoever gets as far as a code has the password, so a wrong one is never
 * a stranger's, and the owner is told.
 */
import type { CardholderScope, SystemScope } from "../auth/scopes.ts";
import { tooManyTries } from "../auth/tries.ts";
import { pool } from "../database/pool.ts";
import { transaction } from "../database/transaction.ts";
import { noteSecurityEvent } from "./security-events.ts";

/** So many in an hour, before the waits begin. */
export const FREE_CODE_ATTEMPTS = 10;
const POLICY = { name: "codes", points: FREE_CODE_ATTEMPTS, seconds: 60 * 60 };

/** How one try went: the code was right, or not. */
export type CodeCheck = () => Promise<boolean>;

/**
 * Counts a try before anything is checked, so that of many at the same moment no more get through. The
 * waits are 1, 2, 4, … minutes, up to an hour, and begin anew after a day without a try.
 * @returns how many there were, or the seconds until the next
 */
async function countAttempt(cardholderId: string): Promise<{ count: number } | { wait: number }> {
  const { rows } = await pool().query<{ count: number }>({
    name: "count-code-attempt",
    text: `
      insert into code_attempt as a (cardholder_id, attempt_count, expires_at)
      values ($1, 1, now() + interval '1 hour')
      on conflict (cardholder_id) do update set (attempt_count, expires_at, wait_until) = (
        select count,
          case when a.expires_at <= now() then now() + interval '1 hour'
            when count >= $2 then now() + interval '1 day' else a.expires_at end,
          case when count >= $2
            then now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(count - $2, 6)) end
        from (select case when a.expires_at <= now() then 1 else a.attempt_count + 1 end as count) next
      )
      where a.wait_until is null or a.wait_until <= now()
      returning attempt_count as count`,
    values: [cardholderId, FREE_CODE_ATTEMPTS],
  });
  if (rows[0]) return { count: rows[0].count };
  const { rows: waits } = await pool().query<{ wait: number }>(
    `select ceil(extract(epoch from wait_until - now()))::int as wait
     from code_attempt where cardholder_id = $1`,
    [cardholderId],
  );
  return { wait: Math.max(1, waits[0]?.wait ?? 1) };
}

/** The try was right: it is not to count. Wrong ones before it do, or a guesser would profit. */
async function takeBack(cardholderId: string): Promise<void> {
  await pool().query(
    `update code_attempt set attempt_count = greatest(0, attempt_count - 1), wait_until = null
     where cardholder_id = $1`,
    [cardholderId],
  );
}

/** Tells the owner, once an hour at most, however many tries there are. */
async function alertOwner(scope: CardholderScope | SystemScope, cardholderId: string) {
  await transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update code_attempt set alerted_at = now()
       where cardholder_id = $1 and (alerted_at is null or alerted_at <= now() - interval '1 hour')`,
      [cardholderId],
    );
    if (rowCount === 1) await noteSecurityEvent(tx, scope, cardholderId, "codes_refused");
  });
}

/**
 * One try of a code.
 * @param unguessable a right one is taken even while others have to wait: nobody finds it by trying,
 *   and its owner gets in whatever a guesser does
 * @returns whether it was right
 * @throws ServiceError RATE_LIMITED where it has to wait
 */
export async function attemptCode(
  scope: CardholderScope | SystemScope,
  cardholderId: string,
  check: CodeCheck,
  { unguessable = false } = {},
): Promise<boolean> {
  const counted = await countAttempt(cardholderId);
  if ("wait" in counted) {
    if (unguessable && (await check())) return true;
    await alertOwner(scope, cardholderId);
    throw tooManyTries({ seconds: counted.wait, first: false, policy: POLICY });
  }
  const isRight = await check();
  if (isRight) await takeBack(cardholderId);
  else if (counted.count >= FREE_CODE_ATTEMPTS) await alertOwner(scope, cardholderId);
  return isRight;
}
