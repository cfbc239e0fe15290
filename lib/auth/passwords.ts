/** Passwords: argon2id, with the parameters that OWASP recommends (19 MiB, 2 passes). */
import { type Algorithm, hash, verify } from "@node-rs/argon2";

const OPTIONS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

// What an address without a password is compared with, so that it costs the same as one with.
const NOBODY = hash("no password has this hash", OPTIONS);

/** Hashes a password for keeping. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Compares a password with what is kept; one verification, whether anything is kept or not. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  const matches = await verify(kept ?? (await NOBODY), password);
  return matches && kept !== null;
}
