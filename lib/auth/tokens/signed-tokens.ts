/**
 * Signed tokens (JWS, HS256) with a separate key per purpose, so that none is valid for another. They only
 * prove that we issued them; what they refer to is looked up at every use.
 */
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { authKeys } from "../auth-keys.ts";

const ALGORITHM = "HS256";
const ISSUER = "points-to-donation";

/** A token's purpose, which is also its audience. */
export type Purpose = "portal-access" | "embed-session";

/** The `typ` header (RFC 9068 for access tokens). */
const TYPE: Record<Purpose, string> = {
  "portal-access": "at+jwt",
  "embed-session": "embed+jwt",
};

/** Signs claims with an expiry. */
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
 * The claims of a token that was signed for this purpose, and whether it has expired; null if it is invalid.
 * An expired token authorizes nothing: it only tells what it referred to.
 */
export async function readToken(
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
    // Expiry is checked last, after the signature, type, issuer, and purpose.
    if (error instanceof errors.JWTExpired) return { claims: error.payload, isExpired: true };
    return null;
  }
}
