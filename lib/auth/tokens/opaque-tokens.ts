/** Opaque tokens: random strings, stored only as hashes. */
import { createHash, randomBytes } from "node:crypto";

/** The stored hash of a random secret. A fast hash suffices: the secret can't be guessed. */
export const hashOfSecret = (secret: string) => createHash("sha256").update(secret).digest();

/** A token of 256 random bits. The prefix lets people and secret scanners recognize it. */
export function makeOpaqueToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

/** The stored hash of a token; null for malformed text, which needs no lookup. */
export function hashOfToken(prefix: string, text: string) {
  const isWellFormed =
    text.startsWith(`${prefix}_`) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length + 1));
  return isWellFormed ? hashOfSecret(text) : null;
}
