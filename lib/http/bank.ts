/** The gate of every bank endpoint: key, then rate. */
import { bankScopeOf } from "../auth/api-keys.ts";
import type { BankScope } from "../auth/scopes.ts";
import { addToLogContext } from "../log.ts";
import { endpointBehind, type Passage } from "./endpoint.ts";
import { admitKey } from "./rate-limit.ts";

async function keyGate(request: Request): Promise<Passage<BankScope>> {
  const scope = await bankScopeOf(request.headers.get("x-service-api-key"));
  addToLogContext({ bank_id: scope.bankId });
  const { fields, refusal } = await admitKey(scope.keyId);
  return { scope, headers: fields, refusal };
}

/** Makes the handler of a bank's route from its contract and one domain call. */
export const bankEndpoint = endpointBehind(keyGate);
