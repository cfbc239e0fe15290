/**
 * Access tokens of the portal API: signed JWTs, valid for an hour while their session is open. The session is
 * looked up on every use, so ending it revokes them immediately.
 */
import { ServiceError } from "../../errors.ts";
import { type CardholderScope, mintCardholderScope } from "../scopes.ts";
import { openSessionOf } from "../sessions.ts";
import { readToken, signToken } from "./signed-tokens.ts";

export const ACCESS_TOKEN_SECONDS = 3_600;

/** Signs an access token for a session. */
export function signAccessToken(scope: CardholderScope): Promise<string> {
  const { cardholderId, familyId, role, schoolId } = scope;
  const claims = { sub: cardholderId, sid: familyId, role, school_id: schoolId };
  return signToken("portal-access", claims, new Date(Date.now() + ACCESS_TOKEN_SECONDS * 1_000));
}

/**
 * Authenticates a cardholder.
 * @param authorization the Authorization header
 * @throws ServiceError ACCESS_TOKEN_MISSING, _EXPIRED, _INVALID (not issued by us, another kind of token, modified,
 *   or its session has ended), FORBIDDEN for another role
 */
export async function cardholderScopeOfToken(
  authorization: string | null,
): Promise<CardholderScope> {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (!authorization) throw new ServiceError("ACCESS_TOKEN_MISSING");
  if (!token) throw new ServiceError("ACCESS_TOKEN_INVALID");
  const { claims, isExpired } = (await readToken("portal-access", token)) ?? {};
  if (isExpired) throw new ServiceError("ACCESS_TOKEN_EXPIRED");
  const session = typeof claims?.sid === "string" ? await openSessionOf(claims.sid) : null;
  if (!claims || !session || session.cardholderId !== claims.sub) {
    throw new ServiceError("ACCESS_TOKEN_INVALID");
  }
  // The role may have changed since the token was issued.
  if (session.role !== "cardholder" || claims.role !== session.role || claims.school_id !== null) {
    throw new ServiceError("FORBIDDEN");
  }
  return mintCardholderScope(session.cardholderId, session.familyId);
}
