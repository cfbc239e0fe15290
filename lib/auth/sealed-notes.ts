/**
 * Notes to ourselves that pass through somebody's browser: encrypted (JWE, A256GCM), good for a while,
 * each purpose under a key of its own. The browser can neither read them nor make one.
 */
import { EncryptJWT, jwtDecrypt } from "jose";
import { authKeys } from "./auth-keys.ts";

/** What a note is for; it opens for nothing else. */
export type NotePurpose =
  | "form"
  | "donation-draft"
  | "receipt-sent"
  | "recovery-codes"
  | "second-step"
  | "known-device"
  | "demo-flow"
  | "mail-secret";

const ISSUER = "points-to-donation";

const keysFor = (purpose: NotePurpose) => authKeys(`note:${purpose}`);

/** Seals what can be written as JSON. @param seconds how long it opens */
export function sealNote(purpose: NotePurpose, content: object, seconds: number): Promise<string> {
  return new EncryptJWT({ content })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setExpirationTime(new Date(Date.now() + seconds * 1_000))
    .encrypt(keysFor(purpose)[0]);
}

/** What a note holds; null where it is too old, of another purpose, or none of ours. */
export async function openNote<Content extends object>(
  purpose: NotePurpose,
  note: string,
): Promise<Content | null> {
  for (const key of keysFor(purpose)) {
    const content = await openUnder(key, purpose, note);
    if (content) return content as Content;
  }
  return null;
}

async function openUnder(key: Uint8Array, purpose: NotePurpose, note: string) {
  try {
    const { payload } = await jwtDecrypt(note, key, {
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
