/** Proves that the password was right, while a page asks for the code of the second factor. */

import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { db } from "../../database/prisma.ts";
import { ServiceError } from "../../errors.ts";

/** How long the proof is valid. */
export const PROOF_SECONDS = 10 * 60;

/** The cardholder, and the hash of the password that was right. */
export type Known = { id: string; passwordHash: string };

type Proof = { cardholderId: string; passwordMark: string };

/** The password was right, and a code is missing. A page that asks for it next continues with the proof. */
export class CodeMissing extends ServiceError {
  // Private, so that neither a response nor a log shows it.
  readonly #proof: string;

  constructor(proof: string) {
    super("MFA_REQUIRED");
    this.#proof = proof;
  }

  /** For `signInWithCode`. Worthless without a code, or after the password was replaced. */
  get proof(): string {
    return this.#proof;
  }
}

/** Identifies a password without revealing it. */
export const markOf = (passwordHash: string) => hashOfSecret(passwordHash).toString("base64url");

/** A proof for a cardholder whose password was just right. */
export function proofOf({ id, passwordHash }: Known): Promise<string> {
  const proof: Proof = { cardholderId: id, passwordMark: markOf(passwordHash) };
  return encryptToken("second-step", proof, PROOF_SECONDS);
}

/** The proof's cardholder, if their password is the same and they still need a code. */
export async function readPasswordProof(
  proof: string,
): Promise<(Known & { email: string }) | null> {
  const shown = await decryptToken<Proof>("second-step", proof);
  if (!shown) return null;
  const person = await db().cardholder.findUnique({
    where: {
      id: shown.cardholderId,
      role: "cardholder",
      totp: { is: { confirmedAt: { not: null } } },
    },
    select: { id: true, email: true, passwordHash: true },
  });
  if (!person?.passwordHash || markOf(person.passwordHash) !== shown.passwordMark) return null;
  return { id: person.id, email: person.email, passwordHash: person.passwordHash };
}
