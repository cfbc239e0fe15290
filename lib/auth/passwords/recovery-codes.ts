/** Recovery codes, for signing in without the authenticator app. */
import { randomInt } from "node:crypto";
import { codeCharacters } from "../../text.ts";
import { hashOfSecret } from "../tokens/opaque-tokens.ts";

const COUNT = 10;
/** Crockford's base32, without the ambiguous letters I, L, O, and U. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 120 random bits: infeasible to guess, so a plain hash is enough. */
const GROUPS = 6;
const GROUP_LENGTH = 4;

const makeGroup = () =>
  Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
const makeCode = () => Array.from({ length: GROUPS }, makeGroup).join("-");

/** Ten new codes, formatted for display. They are shown only once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, makeCode);
}

/** The stored hash of a code. Ignores case and spacing, and accepts look-alike letters. */
export function hashOfRecoveryCode(code: string): Buffer {
  const letters = codeCharacters(code).toUpperCase();
  return hashOfSecret(letters.replaceAll(/[IL]/g, "1").replaceAll("O", "0"));
}
