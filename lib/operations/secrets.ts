/** Rotates the keys of what is encrypted at rest. */
import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import type { Reencrypted } from "../auth/sealed.ts";
import { totpSecrets } from "../cardholders/mfa/codes.ts";
import { transaction } from "../database/transaction.ts";
import { authorizationSecrets } from "../donations/authorize/address.ts";
import { signingKeys } from "../oauth/keys.ts";
import { platformConfigurations } from "../ticketing/config.ts";
import { endpointSecrets } from "../webhooks/endpoints/secrets.ts";

const SEALED = {
  platformConfigurations,
  webhookSecrets: endpointSecrets,
  authorizationSecrets,
  secondFactors: totpSecrets,
  signingKeys,
};

type Kind = keyof typeof SEALED;

/** Encrypts everything again with the first keys, a kind at a time, and audits each. */
export async function reencryptSecrets(scope: SystemScope): Promise<Record<Kind, Reencrypted>> {
  const done: Partial<Record<Kind, Reencrypted>> = {};
  for (const kind of Object.keys(SEALED) as Kind[]) {
    done[kind] = await transaction(async (tx) => {
      const result = await SEALED[kind].reseal(tx);
      await audit(tx, scope, "secret.rotate", kind, { resealed: result.resealed });
      return result;
    });
  }
  return done as Record<Kind, Reencrypted>;
}
