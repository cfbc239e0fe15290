/**
 * Rules for one bank and one person, whatever `bank_user_id` the bank uses: a limit on accounts, and no links without
 * consent once the person has disconnected the bank. A bank learns nothing about other banks.
 */
import { isSameReference } from "../database/reference-key.ts";
import { affected, run, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, type Transaction } from "../database/transaction.ts";
import { ServiceError } from "../errors.ts";

export const MAX_ACCOUNTS = 10;

export type BankAndPerson = { bankId: string; cardholderId: string };

/** Serializes changes for one bank and person until the transaction ends. Locked before any account. */
export const lockBankAndPerson = (tx: Transaction, { bankId, cardholderId }: BankAndPerson) =>
  advisoryLock(tx, `accounts of ${bankId} for ${cardholderId}`);

/**
 * Whether the person can have another account at this bank. Other banks' accounts don't count. Serializes requests for
 * this bank and person from here on.
 */
export async function hasRoomForAccount(
  tx: Transaction,
  pair: BankAndPerson,
  bankUserId: string,
): Promise<boolean> {
  await lockBankAndPerson(tx, pair);
  const others = kysely
    .selectFrom("account as a")
    .select("id")
    .where("cardholderId", "=", pair.cardholderId)
    .where("status", "in", ["active", "pending_oauth"])
    .where("bankId", "=", pair.bankId)
    .where(({ not }) => not(isSameReference("a", "bankUserId", bankUserId)))
    .limit(MAX_ACCOUNTS);
  return (await run(others, tx)).length < MAX_ACCOUNTS;
}

/** Requires consent from now on. The caller holds the lock for this bank and person. */
export async function recordDisconnected(tx: Transaction, pair: BankAndPerson): Promise<void> {
  const { bankId, cardholderId } = pair;
  const row = kysely.insertInto("disconnectedBank").values({ bankId, cardholderId });
  await affected(
    row.onConflict((conflict) => conflict.doNothing()),
    tx,
  );
}

/** Called when they consent. */
export async function clearDisconnected(tx: Transaction, pair: BankAndPerson): Promise<void> {
  const deletion = kysely
    .deleteFrom("disconnectedBank")
    .where("bankId", "=", pair.bankId)
    .where("cardholderId", "=", pair.cardholderId);
  await affected(deletion, tx);
}

/** @throws ServiceError CONSENT_REQUIRED if the person has disconnected the bank */
export async function requireConsent(tx: Transaction, pair: BankAndPerson): Promise<void> {
  const disconnected = kysely
    .selectFrom("disconnectedBank")
    .select("disconnectedAt")
    .where("bankId", "=", pair.bankId)
    .where("cardholderId", "=", pair.cardholderId);
  if (await runForOne(disconnected, tx))
    throw new ServiceError("CONSENT_REQUIRED", { details: { required: ["redirect_uri"] } });
}
