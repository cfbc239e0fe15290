/** Opaque tokens: random, with only their hash stored. */
import { createHash, randomBytes } from "node:crypto";

/** The stored hash of a random secret, which needs no slow hash. */
export const hashOfSecret = (secret: string) => createHash("sha256").update(secret).digest();

/** A token of 256 random bits. The prefix lets people and secret scanners recognize it. */
export function makeOpaqueToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

/** The stored hash of a token; null for a text that has not its form, and is not worth looking up. */
export function hashOfToken(prefix: string, text: string) {
  const hasForm =
    text.startsWith(`${prefix}_`) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length + 1));
  return hasForm ? hashOfSecret(text) : null;
}
