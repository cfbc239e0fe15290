/** Recovery codes, for signing in without the authenticator app. */
import { randomBytes } from "node:crypto";
import { hashOfSecret } from "../tokens/opaque-tokens.ts";

const COUNT = 10;
/** 80 random bits: infeasible to guess, so a plain hash is enough. */
const BYTES = 10;
/** Crockford's base32, without the ambiguous letters I, L, O, and U. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function makeOne(): string {
  const bits = [...randomBytes(BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]);
  return (letters.join("").match(/.{4}/g) ?? []).join("-");
}

/** Ten new codes, in the form that is shown once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, makeOne);
}

/** The stored hash of a code, however it was typed. */
export function hashOfRecoveryCode(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, "");
  return hashOfSecret(letters.replaceAll(/[IL]/g, "1").replaceAll("O", "0"));
}
