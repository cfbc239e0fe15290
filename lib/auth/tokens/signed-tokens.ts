/**
 * Tokens that we sign and only we read: HS256, with a key of its own for each purpose, so that none
 * passes for another. They prove nothing but that we made them; what they name is looked up at every use.
 */
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { authKeys } from "../auth-keys.ts";

const ALGORITHM = "HS256";
const ISSUER = "points-to-donation";

/** What a token is for; also its audience. */
export type Purpose = "portal-access" | "embed-session";

/** As the header names the kind of token (RFC 9068 for access tokens). */
const TYPE: Record<Purpose, string> = {
  "portal-access": "at+jwt",
  "embed-session": "embed+jwt",
};

/** Signs claims that are good until then. */
export function signToken(purpose: Purpose, claims: JWTPayload, expiresAt: Date): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE[purpose] })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(authKeys(purpose)[0]);
}

/**
 * The claims of a token that was signed here for this, and whether its time is up; null where it was
 * not, or is broken. Nobody may do anything by an expired one: it only tells what had been meant.
 */
export async function readTokenOfAnyAge(
  purpose: Purpose,
  token: string,
): Promise<{ claims: JWTPayload; isExpired: boolean } | null> {
  for (const key of authKeys(purpose)) {
    const read = await readUnder(key, purpose, token);
    if (read) return read;
  }
  return null;
}

async function readUnder(key: Uint8Array, purpose: Purpose, token: string) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE[purpose],
      issuer: ISSUER,
      audience: purpose,
      requiredClaims: ["sub", "iat", "exp"],
    });
    return { claims: payload, isExpired: false };
  } catch (error) {
    // Found last of all, when signature, kind, issuer and purpose were right.
    if (error instanceof errors.JWTExpired) return { claims: error.payload, isExpired: true };
    return null;
  }
}

/** The claims; "expired"; or null where the token was not signed here for this, or is broken. */
export async function readToken(
  purpose: Purpose,
  token: string,
): Promise<JWTPayload | "expired" | null> {
  const read = await readTokenOfAnyAge(purpose, token);
  return read?.isExpired ? "expired" : (read?.claims ?? null);
}
