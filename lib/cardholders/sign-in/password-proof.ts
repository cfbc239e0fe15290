/** Proof that the password was correct, kept while a page asks for the second factor. */
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { ServiceError } from "../../errors.ts";
import { hasSecondFactor } from "../mfa/sql.ts";

/** How long the proof is valid. */
export const PROOF_SECONDS = 10 * 60;

/** A cardholder who has set a password. */
export type Person = { id: string; passwordHash: string };

/** Identifies a cardholder and their password without revealing it: replacing the password invalidates it. */
export type PasswordMark = { cardholderId: string; passwordMark: string };

/** The password was correct, but a second factor is required. The page that asks for it continues with the proof. */
export class MfaRequired extends ServiceError {
  // Private, so neither responses nor logs show it.
  readonly #proof: string;

  constructor(proof: string) {
    super("MFA_REQUIRED");
    this.#proof = proof;
  }

  /** For `signInWithSecondFactor`. Useless without a second factor, or after the password is replaced. */
  get proof(): string {
    return this.#proof;
  }
}

export const passwordMarkOf = ({ id, passwordHash }: Person): PasswordMark => ({
  cardholderId: id,
  passwordMark: hashOfSecret(passwordHash).toString("base64url"),
});

export const isSamePassword = (mark: PasswordMark, other: PasswordMark): boolean =>
  mark.cardholderId === other.cardholderId && mark.passwordMark === other.passwordMark;

/** A proof for a cardholder who just entered the correct password. */
export const makePasswordProof = (person: Person): Promise<string> =>
  encryptToken("second-step", passwordMarkOf(person), PROOF_SECONDS);

/** The proof's cardholder, if their password is still the same and they still need a second factor. */
export async function readPasswordProof(
  proof: string,
): Promise<(Person & { email: string }) | null> {
  const mark = await decryptToken<PasswordMark>("second-step", proof);
  if (!mark) return null;
  const person = await runForOne(
    kysely
      .selectFrom("cardholder as c")
      .select(["c.id", "c.email", "c.passwordHash"])
      .where("c.id", "=", mark.cardholderId)
      .where((of) => hasSecondFactor(of.ref("c.id"))),
  );
  if (!person?.passwordHash) return null;
  const known = { ...person, passwordHash: person.passwordHash };
  return isSamePassword(mark, passwordMarkOf(known)) ? known : null;
}
