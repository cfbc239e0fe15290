/** Proves that the password was right, while a page asks for the code of the second factor. */
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { db } from "../../database/prisma.ts";
import { ServiceError } from "../../errors.ts";

/** How long the proof is valid. */
export const PROOF_SECONDS = 10 * 60;

/** The cardholder, and the hash of the password that was right. */
export type Known = { id: string; passwordHash: string };

/** Names a cardholder, and identifies their password without revealing it: replacing it ends what this is for. */
export type Mark = { cardholderId: string; passwordMark: string };

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

export const markOf = ({ id, passwordHash }: Known): Mark => ({
  cardholderId: id,
  passwordMark: hashOfSecret(passwordHash).toString("base64url"),
});

export const isMarked = (mark: Mark, { cardholderId, passwordMark }: Mark): boolean =>
  mark.cardholderId === cardholderId && mark.passwordMark === passwordMark;

/** A proof for a cardholder whose password was just right. */
export const proofOf = (person: Known): Promise<string> =>
  encryptToken("second-step", markOf(person), PROOF_SECONDS);

/** The proof's cardholder, if their password is the same and they still need a code. */
export async function readPasswordProof(
  proof: string,
): Promise<(Known & { email: string }) | null> {
  const shown = await decryptToken<Mark>("second-step", proof);
  if (!shown) return null;
  const person = await db().cardholder.findUnique({
    where: {
      id: shown.cardholderId,
      role: "cardholder",
      totp: { is: { confirmedAt: { not: null } } },
    },
    select: { id: true, email: true, passwordHash: true },
  });
  if (!person?.passwordHash) return null;
  const known = { ...person, passwordHash: person.passwordHash };
  return isMarked(shown, markOf(known)) ? known : null;
}
