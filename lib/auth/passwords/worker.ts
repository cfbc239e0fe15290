/** The hashing thread. Handles one password at a time and keeps no state. */
import { type Algorithm, hashSync, verifySync } from "@node-rs/argon2";

/** argon2id with the parameters that OWASP recommends (19 MiB, 2 passes). */
const OPTIONS = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

export type Hashing =
  | { kind: "hash"; password: string }
  | { kind: "verify"; stored: string | null; password: string };

// Verified in place of a missing hash, so timing reveals nothing.
const DUMMY_HASH = hashSync("no password has this hash", OPTIONS);

export default function runHashing(hashing: Hashing): string | boolean {
  if (hashing.kind === "hash") return hashSync(hashing.password, OPTIONS);
  const matches = verifySync(hashing.stored ?? DUMMY_HASH, hashing.password);
  return matches && hashing.stored !== null;
}
