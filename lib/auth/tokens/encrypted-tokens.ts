/**
 * Encrypted tokens (JWE, A256GCM): state that passes through a browser, which can neither read nor make
 * one. Each purpose has a key of its own, and every token expires.
 */
import { EncryptJWT, jwtDecrypt } from "jose";
import { authKeys } from "../auth-keys.ts";

/** What a token is for; it decrypts for nothing else. */
export type TokenPurpose =
  | "form"
  | "donation-draft"
  | "receipt-sent"
  | "recovery-codes"
  | "second-step"
  | "known-device"
  | "demo-flow"
  | "mail-secret";

const ISSUER = "points-to-donation";

const keysFor = (purpose: TokenPurpose) => authKeys(`note:${purpose}`);

/** Encrypts what can be written as JSON. @param seconds its lifetime */
export function encryptToken(
  purpose: TokenPurpose,
  content: object,
  seconds: number,
): Promise<string> {
  return new EncryptJWT({ content })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setExpirationTime(new Date(Date.now() + seconds * 1_000))
    .encrypt(keysFor(purpose)[0]);
}

/** What a token holds; null where it has expired, is for another purpose, or is not ours. */
export async function decryptToken<Content extends object>(
  purpose: TokenPurpose,
  token: string,
): Promise<Content | null> {
  for (const key of keysFor(purpose)) {
    const content = await decryptUnder(key, purpose, token);
    if (content) return content as Content;
  }
  return null;
}

async function decryptUnder(key: Uint8Array, purpose: TokenPurpose, token: string) {
  try {
    const { payload } = await jwtDecrypt(token, key, {
      issuer: ISSUER,
      audience: purpose,
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
      requiredClaims: ["exp"],
    });
    return payload.content;
  } catch {
    return null;
  }
}
