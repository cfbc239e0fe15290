/**
 * Credentials that this process has recently seen to be valid. They only decide which limit a request counts
 * against before the database is queried. Authentication always checks the database.
 */
import { createHash } from "node:crypto";
import { ServiceError } from "../../errors.ts";
import { perProcess } from "../../singleton.ts";

type Proof = { subject: string; until: number };

const PROOF_MS = 10 * 60 * 1_000;
/** Beyond this number the oldest are dropped, and their next request counts against its network. */
const MAX_PROOFS = 20_000;

const proofs = perProcess("proofs", () => new Map<string, Proof>());

const hashOf = (credential: string) => createHash("sha256").update(credential).digest("base64url");

/** Remembers a valid credential and its owner. */
export function rememberValid(credential: string, subject: string): void {
  const hash = hashOf(credential);
  proofs().delete(hash);
  const [oldest] = proofs().size < MAX_PROOFS ? [] : proofs().keys();
  if (oldest !== undefined) proofs().delete(oldest);
  proofs().set(hash, { subject, until: Date.now() + PROOF_MS });
}

/** The owner of a credential that was recently valid. */
export function lastSubjectOf(credential: string | null | undefined): string | undefined {
  const proof = credential ? proofs().get(hashOf(credential)) : undefined;
  return proof && proof.until > Date.now() ? proof.subject : undefined;
}

/** Checks a credential and remembers the outcome. */
export async function rememberOutcome<T>(
  credential: string | null,
  check: () => Promise<T>,
  subjectOf: (found: NonNullable<T>) => string,
): Promise<T> {
  try {
    const found = await check();
    if (credential && found) rememberValid(credential, subjectOf(found));
    else if (credential) proofs().delete(hashOf(credential));
    return found;
  } catch (thrown) {
    if (credential && thrown instanceof ServiceError) proofs().delete(hashOf(credential));
    throw thrown;
  }
}
