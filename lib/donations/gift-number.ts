/**
 * Gift numbers: a donation's short number beside its UUID, for foundations, whose programs take IDs of at most 20
 * characters. `G-`, 60 bits of the ID's hash in Crockford's base32 (no I, L, O, or U), and a check character. It's
 * derived, so every donation has one; an index keeps it unique. Letters first, so that no spreadsheet takes it for a
 * number. A donor never sees it: theirs is the school's confirmation number.
 */
import { createHash } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DIGITS = 12;

/** The check character (Luhn mod 32): it detects every single wrong character, and nearly all that are swapped. */
function checkCharacter(digits: string): string {
  const sum = [...digits].reverse().reduce((total, character, n) => {
    const value = ALPHABET.indexOf(character) * (n % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 32) + (value % 32);
  }, 0);
  return ALPHABET[(32 - (sum % 32)) % 32] as string;
}

function base32(value: bigint): string {
  let digits = "";
  for (let shift = 5n * BigInt(DIGITS - 1); shift >= 0n; shift -= 5n) {
    digits += ALPHABET[Number((value >> shift) & 31n)];
  }
  return digits;
}

/** The first 60 bits of a hash. */
const bitsOf = (bytes: Buffer | string): bigint =>
  BigInt(`0x${createHash("sha256").update(bytes).digest("hex").slice(0, 15)}`);

function numberOf(prefix: string, bytes: Buffer | string): string {
  const digits = base32(bitsOf(bytes));
  return `${prefix}-${digits}${checkCharacter(digits)}`;
}

/** A donation's gift number: `G-7K3M9QX2V5TDH`. */
export const giftNumberOf = (donationId: string): string =>
  numberOf("G", Buffer.from(donationId.replaceAll("-", ""), "hex"));

/** The number under which a school knows a person or a bank: `C-…`, different at every school. */
export const donorNumberOf = (schoolId: string, id: string): string =>
  numberOf("C", `${schoolId} ${id}`);

const NUMBER = /^G-?([0-9A-Z]{12})([0-9A-Z])$/;

/**
 * Reads a gift number as people type it: in any case, with O for 0 and I or L for 1.
 * @returns what the database's `gift_number()` returns for its donation; null if it isn't a gift number
 */
export function parseGiftNumber(text: string): bigint | null {
  const typed = text.trim().toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const [, digits = "", check] = NUMBER.exec(typed) ?? [];
  if (digits === "" || digits.includes("U") || checkCharacter(digits) !== check) return null;
  return [...digits].reduce((value, one) => (value << 5n) | BigInt(ALPHABET.indexOf(one)), 0n);
}
