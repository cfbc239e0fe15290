/** Tokens that mean nothing by themselves: random, with only their hash kept. */
import { createHash, randomBytes } from "node:crypto";

/** What is kept of a secret that is itself random: nothing slower is needed against guessing. */
export function hashOfSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** A token of 256 random bits. The prefix lets people and scanners recognise it where it should not be. */
export function makeOpaqueToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

/** Whether a text could be one of ours: what could not need not be looked for. */
export function looksLikeToken(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length + 1));
}
