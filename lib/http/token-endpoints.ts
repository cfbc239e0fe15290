/** Endpoints for people and schools: authenticates the access token or service key, then applies its rate limit. */

import { decide, requireAllowed } from "../auth/permissions.ts";
import {
  type CardholderScope,
  personOf,
  type SchoolApiScope,
  type SessionScope,
} from "../auth/scopes.ts";
import { authenticateServiceKey } from "../auth/service-keys.ts";
import {
  cardholderScopeOfToken,
  schoolScopeOfToken,
  sessionScopeOfToken,
} from "../auth/tokens/access-tokens.ts";
import { ServiceError } from "../errors.ts";
import { authenticate, callerOf } from "./caller.ts";
import { endpointBehind } from "./endpoint.ts";
import { admitCardholder, admitKey, enforce, type OnAdmission } from "./rate-limit.ts";

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

/** Authenticates a program's service key or a member's access token. */
async function schoolScopeOf(
  authorization: string | null,
  address: string,
): Promise<SchoolApiScope> {
  const [, key] = /^Bearer +(svk_\S+)$/i.exec(authorization ?? "") ?? [];
  if (!key) return schoolScopeOfToken(authorization);
  const scope = await authenticateServiceKey(key, address);
  if (!scope) throw new ServiceError("ACCESS_TOKEN_INVALID");
  return scope;
}

/** Creates the handler of a school's route. The role of its team's member or program has to allow the contract's action. */
export const schoolEndpoint = endpointBehind(
  async (request, onAdmission, { action }) => {
    const credential = request.headers.get("authorization");
    const check = () => schoolScopeOf(credential, callerOf(request.headers).address);
    const subjectOf = (found: SchoolApiScope) =>
      "serviceKeyId" in found ? found.serviceKeyId : found.personId;
    const scope = await authenticate(request, credential, onAdmission, check, subjectOf);
    const admit = "serviceKeyId" in scope ? admitKey : admitCardholder;
    await enforce(admit(subjectOf(scope)), onAdmission);
    requireAllowed(action ? decide(scope, action) : "forbidden");
    return scope;
  },
  ({ schoolId }) => schoolId,
);
