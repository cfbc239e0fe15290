/**
 * Signed tokens (JWS, HS256). Each purpose has its own key, so a token is valid for no other. A token only proves
 * that we issued it; what it refers to is looked up on every use.
 */
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { authKeys } from "../auth-keys.ts";

const ALGORITHM = "HS256";
const ISSUER = "points-to-donation";

/** The `typ` header (RFC 9068 for access tokens) by the token's purpose, which is also its audience. */
const TYPE = { "portal-access": "at+jwt", "embed-session": "embed+jwt" };

type SignedTokenPurpose = keyof typeof TYPE;

export function signToken(
  purpose: SignedTokenPurpose,
  claims: JWTPayload,
  expiresAt: Date,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE[purpose] })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(authKeys(purpose)[0]);
}

/**
 * The claims of a token that we signed for this purpose, and whether it has expired; null if it's invalid.
 * An expired token authorizes nothing; its claims only identify what it was for.
 */
export async function readToken(
  purpose: SignedTokenPurpose,
  token: string,
): Promise<{ claims: JWTPayload; isExpired: boolean } | null> {
  const required = {
    algorithms: [ALGORITHM],
    typ: TYPE[purpose],
    issuer: ISSUER,
    audience: purpose,
    requiredClaims: ["sub", "iat", "exp"],
  };
  for (const key of authKeys(purpose)) {
    try {
      const { payload } = await jwtVerify(token, key, required);
      return { claims: payload, isExpired: false };
    } catch (error) {
      // Expiry is checked last: the signature, type, issuer, and audience are valid.
      if (error instanceof errors.JWTExpired) return { claims: error.payload, isExpired: true };
    }
  }
  return null;
}
