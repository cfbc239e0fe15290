/** The gate of every endpoint for a cardholder: the access token. */
import type { ZodType } from "zod";
import { cardholderScopeOfToken } from "../auth/access-tokens.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import type { Answer, Contract, Input, Shape } from "../contract.ts";
import { type Alternative, endpoint, type Passage, type RouteHandler } from "./endpoint.ts";

async function tokenGate(request: Request): Promise<Passage<CardholderScope>> {
  return { scope: await cardholderScopeOfToken(request.headers.get("authorization")) };
}

/**
 * Makes the handler of a cardholder's route from its contract and one domain call.
 * @param alternative another form of the answer, such as a PDF
 */
export function cardholderEndpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends ZodType,
  L extends boolean,
>(
  contract: Contract<P, Q, B, D, L>,
  handler: (scope: CardholderScope, input: Input<P, Q, B>) => Promise<Answer<D, L>>,
  alternative?: Alternative<Answer<D, L>>,
): RouteHandler {
  return endpoint(contract, tokenGate, handler, alternative);
}
