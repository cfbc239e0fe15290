/** Password hashing: argon2id with the parameters that OWASP recommends (19 MiB, 2 passes). */
import { type Algorithm, hash, verify } from "@node-rs/argon2";

const OPTIONS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** In code points. */
export const MAX_PASSWORD_LENGTH = 128;

// Verified against for addresses without a password, so that timing reveals nothing.
const NOBODY = hash("no password has this hash", OPTIONS);

/** Normalizes the password, since keyboards compose accents differently. */
const spelt = (password: string) => password.normalize("NFC");

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return hash(spelt(password), OPTIONS);
}

/** Verifies a password. Takes one verification whether or not a hash is stored. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  // Longer input cannot be a valid password, so it is not hashed. A code point has up to two units, and
  // as many again may be combining accents.
  const tooLong = password.length > MAX_PASSWORD_LENGTH * 4;
  const matches = await verify(kept ?? (await NOBODY), tooLong ? "" : spelt(password));
  return matches && kept !== null;
}
