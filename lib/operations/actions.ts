/** Operator actions on all data. Each is committed with its audit entry. */
import { audit } from "../auth/audit.ts";
import type { Reencrypted } from "../auth/encrypted-columns.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { totpSecrets } from "../cardholders/mfa/codes.ts";
import { postalAddresses, sharedAddresses } from "../cardholders/profile/postal-address.ts";
import { transaction } from "../database/transaction.ts";
import { authorizationSecrets } from "../donations/authorize/address.ts";
import { LATE, requeueIn } from "../jobs/sweep.ts";
import { signingKeys } from "../oauth/keys.ts";
import { payees } from "../schools/participation/mutations.ts";
import { platformConfigurations } from "../ticketing/config.ts";
import { endpointSecrets } from "../webhooks/signing.ts";
import { UNFINISHED } from "./sql.ts";

/** Requeues everything overdue, as the sweep does every minute. @returns the count of each kind */
export function sweepNow(scope: SystemScope) {
  return transaction(async (tx) => {
    const requested: Record<string, number> = {};
    for (const [kind, work] of Object.entries(UNFINISHED)) {
      requested[kind] = await requeueIn(tx, work, LATE);
    }
    await audit(tx, scope, "sweep.run", "all", requested);
    return requested;
  });
}

const ENCRYPTED = {
  platformConfigurations,
  webhookSecrets: endpointSecrets,
  authorizationSecrets,
  secondFactors: totpSecrets,
  postalAddresses,
  sharedAddresses,
  signingKeys,
  payees,
};

type Kind = keyof typeof ENCRYPTED;

/** Re-encrypts everything with the first keys, one kind at a time, and audits each. */
export async function reencryptSecrets(scope: SystemScope): Promise<Record<Kind, Reencrypted>> {
  const results: Partial<Record<Kind, Reencrypted>> = {};
  for (const kind of Object.keys(ENCRYPTED) as Kind[]) {
    results[kind] = await transaction(async (tx) => {
      const result = await ENCRYPTED[kind].reencrypt(tx);
      await audit(tx, scope, "secret.rotate", kind, { reencrypted: result.reencrypted });
      return result;
    });
  }
  return results as Record<Kind, Reencrypted>;
}
