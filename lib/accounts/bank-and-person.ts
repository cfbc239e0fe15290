/**
 * What holds between one bank and one person, whatever `bank_user_id` the bank uses: how many accounts they can have
 * there, and that a bank which they have disconnected activates none without their consent. It learns only of its own.
 */
import { affected, run, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, type Transaction } from "../database/transaction.ts";
import { ServiceError } from "../errors.ts";

export const MAX_ACCOUNTS = 10;

export type BankAndPerson = { bankId: string; cardholderId: string };

/** Serializes what concerns one bank and person, until the transaction ends. Locked before any account. */
export const lockBankAndPerson = (tx: Transaction, { bankId, cardholderId }: BankAndPerson) =>
  advisoryLock(tx, `accounts of ${bankId} for ${cardholderId}`);

/**
 * Whether another account of this bank fits beside the person's others. Serializes requests with the same bank
 * and person from here on. Other banks' accounts do not count.
 */
export async function hasRoomForAccount(
  tx: Transaction,
  pair: BankAndPerson,
  bankUserId: string,
): Promise<boolean> {
  await lockBankAndPerson(tx, pair);
  const others = kysely
    .selectFrom("account")
    .select("id")
    .where("cardholderId", "=", pair.cardholderId)
    .where("status", "in", ["active", "pending_oauth"])
    .where("bankId", "=", pair.bankId)
    .where("bankUserId", "<>", bankUserId)
    .limit(MAX_ACCOUNTS);
  return (await run(others, tx)).length < MAX_ACCOUNTS;
}

/** Until they consent again. The caller holds the lock of this bank and person. */
export async function rememberDisconnected(tx: Transaction, pair: BankAndPerson): Promise<void> {
  const { bankId, cardholderId } = pair;
  const row = kysely.insertInto("disconnectedBank").values({ bankId, cardholderId });
  await affected(
    row.onConflict((conflict) => conflict.doNothing()),
    tx,
  );
}

/** They have consented. */
export async function forgetDisconnected(tx: Transaction, pair: BankAndPerson): Promise<void> {
  const deletion = kysely
    .deleteFrom("disconnectedBank")
    .where("bankId", "=", pair.bankId)
    .where("cardholderId", "=", pair.cardholderId);
  await affected(deletion, tx);
}

/** @throws ServiceError CONSENT_REQUIRED */
export async function refuseWithoutConsent(tx: Transaction, pair: BankAndPerson): Promise<void> {
  const disconnected = kysely
    .selectFrom("disconnectedBank")
    .select("disconnectedAt")
    .where("bankId", "=", pair.bankId)
    .where("cardholderId", "=", pair.cardholderId);
  if (await runForOne(disconnected, tx))
    throw new ServiceError("CONSENT_REQUIRED", { details: { required: ["redirect_uri"] } });
}
