/**
 * Notes to ourselves that pass through somebody's browser: encrypted (JWE, A256GCM), good for a while,
 * each purpose under a key of its own. The browser can neither read them nor make one.
 */
import { hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { env } from "../env.ts";

/** What a note is for; it opens for nothing else. */
export type NotePurpose =
  | "form"
  | "donation-draft"
  | "receipt-sent"
  | "recovery-codes"
  | "second-step"
  | "demo-flow";

const ISSUER = "points-to-donation";

function keyFor(purpose: NotePurpose): Uint8Array {
  const secret = env().authSecret;
  if (!secret) throw new Error("AUTH_SECRET is not set");
  return new Uint8Array(hkdfSync("sha256", secret, "", `note:${purpose}`, 32));
}

/** Seals what can be written as JSON. @param seconds how long it opens */
export function sealNote(purpose: NotePurpose, content: object, seconds: number): Promise<string> {
  return new EncryptJWT({ content })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setExpirationTime(new Date(Date.now() + seconds * 1_000))
    .encrypt(keyFor(purpose));
}

/** What a note holds; null where it is too old, of another purpose, or none of ours. */
export async function openNote<Content extends object>(
  purpose: NotePurpose,
  note: string,
): Promise<Content | null> {
  // Outside the try: a missing key is our mistake, not a bad note.
  const key = keyFor(purpose);
  try {
    const { payload } = await jwtDecrypt(note, key, {
      issuer: ISSUER,
      audience: purpose,
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
      requiredClaims: ["exp"],
    });
    return payload.content as Content;
  } catch {
    return null;
  }
}
