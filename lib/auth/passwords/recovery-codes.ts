/** Recovery codes: what is written down for the day on which the phone is gone. */
import { randomBytes } from "node:crypto";
import { hashOfSecret } from "../tokens/opaque-tokens.ts";

const COUNT = 10;
/** 80 bits: no guesser finds one, so that a plain hash keeps them well enough. */
const BYTES = 10;
/** Crockford's: without I, L, O and U, which people take for others. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function makeOne(): string {
  const bits = [...randomBytes(BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]);
  return (letters.join("").match(/.{4}/g) ?? []).join("-");
}

/** Ten new ones, as they are shown, once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, makeOne);
}

/** What is kept of one, however it was typed. */
export function hashOfRecoveryCode(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, "");
  return hashOfSecret(letters.replaceAll(/[IL]/g, "1").replaceAll("O", "0"));
}
