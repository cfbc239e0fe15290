/**
 * Encrypted tokens (JWE, A256GCM): state that passes through a browser, which can neither read nor forge it.
 * Each purpose has its own key, and every token expires.
 */
import { EncryptJWT, jwtDecrypt } from "jose";
import { authKeys } from "../auth-keys.ts";

/** A token's purpose. It can't be decrypted for another one. */
type EncryptedTokenPurpose =
  | "form"
  | "signed-out"
  | "donation-draft"
  | "receipt-sent"
  | "recovery-codes"
  | "service-key"
  | "api-key"
  | "webhook-secret"
  | "second-step"
  | "passkey-challenge"
  | "passkey-setup"
  | "known-device"
  | "demo-flow"
  | "demo-connect"
  | "demo-connected"
  | "return-path"
  | "upload"
  | "consent"
  | "email-secret";

const ISSUER = "points-to-donation";

const keysOf = (purpose: EncryptedTokenPurpose) => authKeys(`note:${purpose}`);

/** Encrypts a JSON value. @param seconds the lifetime */
export function encryptToken(
  purpose: EncryptedTokenPurpose,
  content: object,
  seconds: number,
): Promise<string> {
  return new EncryptJWT({ content })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setExpirationTime(new Date(Date.now() + seconds * 1_000))
    .encrypt(keysOf(purpose)[0]);
}

/** The value in a token; null if it has expired, is for another purpose, or is invalid. */
export async function decryptToken<Content extends object>(
  purpose: EncryptedTokenPurpose,
  token: string,
): Promise<Content | null> {
  const required = {
    issuer: ISSUER,
    audience: purpose,
    keyManagementAlgorithms: ["dir"],
    contentEncryptionAlgorithms: ["A256GCM"],
    requiredClaims: ["exp"],
  };
  for (const key of keysOf(purpose)) {
    const decrypted = await jwtDecrypt(token, key, required).catch(() => null);
    if (decrypted) return decrypted.payload.content as Content;
  }
  return null;
}
