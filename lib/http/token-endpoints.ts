/** Endpoints for people: authenticates the access token, then applies the person's rate limit. */

import { decide, requireAllowed } from "../auth/permissions.ts";
import { type CardholderScope, personOf, type SessionScope } from "../auth/scopes.ts";
import {
  cardholderScopeOfToken,
  sessionScopeOfToken,
  staffScopeOfToken,
} from "../auth/tokens/access-tokens.ts";
import type { Contract } from "../contract.ts";
import { authenticate } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";
import { admitCardholder, enforce, type OnAdmission } from "./rate-limit.ts";

/** Authenticates by the `Authorization` header. */
const tokenGate =
  <Scope extends SessionScope>(scopeOf: (authorization: string | null) => Promise<Scope>) =>
  async (request: Request, onAdmission: OnAdmission): Promise<Scope> => {
    const token = request.headers.get("authorization");
    const scope = await authenticate(request, token, onAdmission, () => scopeOf(token), personOf);
    await enforce(admitCardholder(personOf(scope)), onAdmission);
    return scope;
  };

/** Creates a cardholder route's handler from its contract and one domain call. */
export const cardholderEndpoint = endpointBehind(
  tokenGate(cardholderScopeOfToken),
  ({ cardholderId }: CardholderScope) => cardholderId,
);

/** The same for a route that is open in every context. */
export const sessionEndpoint = endpointBehind(tokenGate(sessionScopeOfToken), personOf);

const schoolGate = tokenGate((authorization) => staffScopeOfToken("school", authorization));

/** The same for a route of a school's team, whose role has to allow the contract's action. */
export const schoolEndpoint = endpointBehind(
  async (request, onAdmission, { action }: Pick<Contract, "action">) => {
    const scope = await schoolGate(request, onAdmission);
    requireAllowed(action ? decide(scope, action) : "forbidden");
    return scope;
  },
  ({ schoolId }) => schoolId,
);
