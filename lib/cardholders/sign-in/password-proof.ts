/** What shows that somebody's password was right, while a page asks them for the code of their app. */

import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { db } from "../../database/prisma.ts";
import { ServiceError } from "../../errors.ts";

/** How long a right password waits for its code. */
export const PROOF_SECONDS = 10 * 60;

/** Somebody whose password was right: the one with this hash. */
export type Known = { id: string; passwordHash: string };

type Proof = { cardholderId: string; passwordMark: string };

/**
 * The password was right, and a code is missing. Whoever cannot send all three at once, as a page that
 * asks for the code next, goes on with the proof.
 */
export class CodeMissing extends ServiceError {
  // Private, so that neither an answer nor a log shows it.
  readonly #proof: string;

  constructor(proof: string) {
    super("MFA_REQUIRED");
    this.#proof = proof;
  }

  /** For `signInWithCode`. Worth nothing without a code, nor once the password has been replaced. */
  get proof(): string {
    return this.#proof;
  }
}

/** Names a password without telling it: another password, another mark. */
export const markOf = (passwordHash: string) => hashOfSecret(passwordHash).toString("base64url");

/** A proof for somebody whose password was right just now. */
export function proofOf({ id, passwordHash }: Known): Promise<string> {
  const proof: Proof = { cardholderId: id, passwordMark: markOf(passwordHash) };
  return encryptToken("second-step", proof, PROOF_SECONDS);
}

/** Whose proof it is, while their password is the same and a code is still what they need. */
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
