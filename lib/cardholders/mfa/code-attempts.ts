/**
 * How often codes of somebody's second factor may be tried: ten times an hour, wherever they are tried,
 * then after waits that grow. Whoever gets as far as a code has the password, so a wrong one is never
 * a stranger's, and the owner is told.
 */

import type { Actor } from "../../auth/audit.ts";
import { tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { transaction } from "../../database/transaction.ts";
import { recordSecurityEvent } from "../security-events.ts";
import { claimAlert, countAttempt, findWait, takeAttemptBack } from "./sql.ts";

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
async function count(cardholderId: string): Promise<{ count: number } | { wait: number }> {
  const [counted] = await countAttempt({ cardholderId, freeAttempts: FREE_CODE_ATTEMPTS });
  if (counted) return { count: counted.attemptCount };
  const [wait] = await findWait({ cardholderId });
  return { wait: Math.max(1, wait?.seconds ?? 1) };
}

/** Tells the owner, once an hour at most, however many tries there are. */
async function alertOwner(by: Actor, cardholderId: string) {
  await transaction(async (tx) => {
    const claimed = await claimAlert({ cardholderId }, tx);
    if (claimed.length === 1) await recordSecurityEvent(tx, by, cardholderId, "codes_refused");
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
  by: Actor,
  cardholderId: string,
  check: CodeCheck,
  { unguessable = false } = {},
): Promise<boolean> {
  const counted = await count(cardholderId);
  if ("wait" in counted) {
    if (unguessable && (await check())) return true;
    await alertOwner(by, cardholderId);
    throw tooManyAttempts({ seconds: counted.wait, first: false, policy: POLICY });
  }
  const isRight = await check();
  // Wrong ones before it do count, or a guesser would profit.
  if (isRight) await takeAttemptBack({ cardholderId });
  else if (counted.count >= FREE_CODE_ATTEMPTS) await alertOwner(by, cardholderId);
  return isRight;
}
