/**
 * Limits attempts at someone's second factor: ten an hour across all places, then growing waits. Reaching
 * this step takes the password, so a wrong code may mean that it was stolen, and the owner is told.
 */

import type { Actor } from "../../auth/audit.ts";
import { tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { transaction } from "../../database/transaction.ts";
import { recordSecurityEvent } from "../security-events.ts";
import { claimAlert, countAttempt, findWait, takeAttemptBack } from "./sql.ts";

/** Attempts per hour, before the waits begin. */
export const FREE_CODE_ATTEMPTS = 10;
const POLICY = { name: "codes", points: FREE_CODE_ATTEMPTS, seconds: 60 * 60 };

/** The outcome of one attempt. */
export type CodeCheck = () => Promise<boolean>;

/**
 * Counts an attempt before anything is checked, so that concurrent attempts cannot exceed the limit. The
 * waits are 1, 2, 4, … minutes, up to an hour, and are reset after a day without an attempt.
 * @returns the number of attempts, or the seconds until the next
 */
async function count(cardholderId: string): Promise<{ count: number } | { wait: number }> {
  const [counted] = await countAttempt({ cardholderId, freeAttempts: FREE_CODE_ATTEMPTS });
  if (counted) return { count: counted.attemptCount };
  const [wait] = await findWait({ cardholderId });
  return { wait: Math.max(1, wait?.seconds ?? 1) };
}

/** Alerts the owner, at most once an hour. */
async function alertOwner(by: Actor, cardholderId: string) {
  await transaction(async (tx) => {
    const claimed = await claimAlert({ cardholderId }, tx);
    if (claimed.length === 1) await recordSecurityEvent(tx, by, cardholderId, "codes_refused");
  });
}

/**
 * One attempt at a code.
 * @param unguessable accepted even while other codes have to wait: it can't be found by guessing, so the
 *   owner always gets in
 * @returns whether it was right
 * @throws ServiceError RATE_LIMITED if it has to wait
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
  // Earlier wrong ones still count; otherwise an attacker would profit.
  if (isRight) await takeAttemptBack({ cardholderId });
  else if (counted.count >= FREE_CODE_ATTEMPTS) await alertOwner(by, cardholderId);
  return isRight;
}
