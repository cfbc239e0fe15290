/** Passwords: argon2id, with the parameters that OWASP recommends (19 MiB, 2 passes). */
import { type Algorithm, hash, verify } from "@node-rs/argon2";

const OPTIONS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** In code points. */
export const MAX_PASSWORD_LENGTH = 128;

// What an address without a password is compared with, so that it costs the same as one with.
const NOBODY = hash("no password has this hash", OPTIONS);

/** One spelling of what looks the same: keyboards differ in how they compose accents. */
const spelt = (password: string) => password.normalize("NFC");

/** Hashes a password for keeping. */
export function hashPassword(password: string): Promise<string> {
  return hash(spelt(password), OPTIONS);
}

/** Compares a password with what is kept; one verification, whether anything is kept or not. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  // Longer input is no password of ours: hashing it would only cost time. Two units make a code
  // point, and as many again may be accents that are composed.
  const tooLong = password.length > MAX_PASSWORD_LENGTH * 4;
  const matches = await verify(kept ?? (await NOBODY), tooLong ? "" : spelt(password));
  return matches && kept !== null;
}
