/**
 * Banks that a person has disconnected. Such a bank activates no account for them without their consent, whatever
 * `bank_user_id` it uses. It learns only of its own.
 */
import type { Transaction } from "../database/transaction.ts";
import { ServiceError } from "../errors.ts";
import { deleteDisconnected, findDisconnected, insertDisconnected } from "./sql.ts";

type Pair = { bankId: string; cardholderId: string };

/** Until they consent again. The caller holds the lock of this bank and person (account-limit.ts). */
export async function rememberDisconnected(tx: Transaction, pair: Pair): Promise<void> {
  await insertDisconnected(pair, tx);
}

/** They have consented. */
export async function forgetDisconnected(tx: Transaction, pair: Pair): Promise<void> {
  await deleteDisconnected(pair, tx);
}

/** @throws ServiceError CONSENT_REQUIRED */
export async function refuseWithoutConsent(tx: Transaction, pair: Pair): Promise<void> {
  const [found] = await findDisconnected(pair, tx);
  if (found)
    throw new ServiceError("CONSENT_REQUIRED", { details: { required: ["redirect_uri"] } });
}
