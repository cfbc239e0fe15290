/** The gate of every bank endpoint: key, then rate. */
import type { ZodType } from "zod";
import { bankScopeOf } from "../auth/api-keys.ts";
import type { BankScope } from "../auth/scopes.ts";
import type { Answer, Contract, Input, Shape } from "../contract.ts";
import { endpoint, type Passage, type RouteHandler } from "./endpoint.ts";
import { admitKey } from "./rate-limit.ts";

async function keyGate(request: Request): Promise<Passage<BankScope>> {
  const scope = await bankScopeOf(request.headers.get("x-service-api-key"));
  const { fields, refusal } = await admitKey(scope.keyId);
  return { scope, headers: fields, refusal };
}

/** Makes the handler of a bank's route from its contract and one domain call. */
export function bankEndpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends ZodType,
  L extends boolean,
>(
  contract: Contract<P, Q, B, D, L>,
  handler: (scope: BankScope, input: Input<P, Q, B>) => Promise<Answer<D, L>>,
): RouteHandler {
  return endpoint(contract, keyGate, handler);
}
