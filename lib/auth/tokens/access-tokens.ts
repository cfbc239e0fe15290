/**
 * Access tokens of the portal API: signed JWTs, valid for an hour while their session is open. The session is
 * looked up on every use, so ending it revokes them immediately.
 */
import { ServiceError } from "../../errors.ts";
import {
  type CardholderScope,
  isStaff,
  personOf,
  type SchoolScope,
  type SessionScope,
} from "../scopes.ts";
import { scopeOfFamily } from "../sessions.ts";
import { updateLastUse } from "../sql.ts";
import { readToken, signToken } from "./signed-tokens.ts";

export const ACCESS_TOKEN_SECONDS = 3_600;

const contextClaims = (scope: SessionScope) => ({
  role: isStaff(scope) ? scope.role : "cardholder",
  school_id: "schoolId" in scope ? scope.schoolId : null,
  ...("bankId" in scope && { bank_id: scope.bankId }),
});

export function signAccessToken(scope: SessionScope): Promise<string> {
  const claims = { sub: personOf(scope), sid: scope.familyId, ...contextClaims(scope) };
  return signToken("portal-access", claims, new Date(Date.now() + ACCESS_TOKEN_SECONDS * 1_000));
}

/**
 * Authenticates a person, in whichever context their session acts. This is a use of a staff session, which keeps it open.
 * @param authorization the Authorization header
 * @throws ServiceError ACCESS_TOKEN_MISSING, _EXPIRED, _INVALID (not issued by us, another kind of token, modified,
 *   or its session has ended), FORBIDDEN if the role has changed since
 */
export async function sessionScopeOfToken(authorization: string | null): Promise<SessionScope> {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (!authorization) throw new ServiceError("ACCESS_TOKEN_MISSING");
  if (!token) throw new ServiceError("ACCESS_TOKEN_INVALID");
  const { claims, isExpired } = (await readToken("portal-access", token)) ?? {};
  if (isExpired) throw new ServiceError("ACCESS_TOKEN_EXPIRED");
  const scope = typeof claims?.sid === "string" ? await scopeOfFamily(claims.sid) : null;
  if (!claims || !scope || personOf(scope) !== claims.sub) {
    throw new ServiceError("ACCESS_TOKEN_INVALID");
  }
  const current = contextClaims(scope);
  const isCurrent =
    claims.role === current.role &&
    claims.school_id === current.school_id &&
    claims.bank_id === current.bank_id;
  if (!isCurrent) throw new ServiceError("FORBIDDEN");
  if (isStaff(scope)) await updateLastUse({ familyId: scope.familyId });
  return scope;
}

/** Authenticates a cardholder. @throws ServiceError as `sessionScopeOfToken`, and FORBIDDEN for another context */
export async function cardholderScopeOfToken(
  authorization: string | null,
): Promise<CardholderScope> {
  const scope = await sessionScopeOfToken(authorization);
  if (isStaff(scope)) throw new ServiceError("FORBIDDEN");
  return scope;
}

/** The same for a member of a school's team. */
export async function schoolScopeOfToken(authorization: string | null): Promise<SchoolScope> {
  const scope = await sessionScopeOfToken(authorization);
  if (!isStaff(scope) || scope.kind !== "school") throw new ServiceError("FORBIDDEN");
  return scope;
}
