/** How many accounts of one bank one person can have. */
import type { BankScope } from "../auth/scopes.ts";
import type { Transaction } from "../database/transaction.ts";
import { findOtherAccounts, lockAddress } from "./sql.ts";

export const MAX_ACCOUNTS = 10;

/** Serializes what concerns one bank and person, until the transaction ends. Locked before any account. */
export async function lockBankAndPerson(
  tx: Transaction,
  { bankId, cardholderId }: { bankId: string; cardholderId: string },
): Promise<void> {
  await lockAddress({ name: `accounts of ${bankId} for ${cardholderId}` }, tx);
}

/**
 * Whether another account of this bank fits beside the person's others. Serializes requests with the same bank
 * and person from here on. Other banks' accounts do not count.
 */
export async function hasRoomForAccount(
  tx: Transaction,
  { bankId }: Pick<BankScope, "bankId">,
  { cardholderId, bankUserId }: { cardholderId: string; bankUserId: string },
): Promise<boolean> {
  await lockBankAndPerson(tx, { bankId, cardholderId });
  const limit = MAX_ACCOUNTS;
  const others = await findOtherAccounts({ cardholderId, bankId, bankUserId, limit }, tx);
  return others.length < MAX_ACCOUNTS;
}
