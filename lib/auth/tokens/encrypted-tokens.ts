/**
 * Encrypted tokens (JWE, A256GCM): state that passes through a browser, which can neither read nor make
 * one. Each purpose has a key of its own, and every token expires.
 */
import { EncryptJWT, jwtDecrypt } from "jose";
import { authKeys } from "../auth-keys.ts";

/** The purpose of a token, which decrypts for no other. */
export type TokenPurpose =
  | "form"
  | "donation-draft"
  | "receipt-sent"
  | "recovery-codes"
  | "second-step"
  | "known-device"
  | "demo-flow"
  | "demo-connect"
  | "demo-connected"
  | "return-path"
  | "consent"
  | "email-secret";

const ISSUER = "points-to-donation";

const keysFor = (purpose: TokenPurpose) => authKeys(`note:${purpose}`);

/** Encrypts a JSON value. @param seconds the lifetime */
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

/** The value in a token; null if it has expired, has another purpose, or is invalid. */
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
