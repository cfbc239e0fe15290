/** The gate of every endpoint for a cardholder: the access token. */
import { cardholderScopeOfToken } from "../auth/access-tokens.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import { endpointBehind, type Passage } from "./endpoint.ts";

async function tokenGate(request: Request): Promise<Passage<CardholderScope>> {
  return { scope: await cardholderScopeOfToken(request.headers.get("authorization")) };
}

/** Makes the handler of a cardholder's route from its contract and one domain call. */
export const cardholderEndpoint = endpointBehind(tokenGate);
