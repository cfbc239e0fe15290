/** Signs in with passkeys: after the password, or alone. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { openSessionByPassword } from "../../auth/sessions.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import type { Transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import type { ChallengePurpose } from "../mfa/challenges.ts";
import { readFactors } from "../mfa/factors.ts";
import {
  identifyByPasskey,
  type PasskeyAnswer,
  type PasskeyPrompt,
  passkeyPrompt,
  redeemPasskey,
} from "../mfa/passkeys.ts";
import { PORTAL } from "../security-events.ts";
import { readPasswordProof } from "./password-proof.ts";
import { type Client, completeSignIn, resumeSignIn, uncountIfRefused } from "./sign-in.ts";

const purposeOf = (proof: string): ChallengePurpose =>
  `second-step:${hashOfSecret(proof).toString("base64url")}`;

/** What the second step can ask for besides a recovery code; null if the proof is expired or forged. */
export async function secondStep(
  proof: string,
): Promise<{ hasApp: boolean; prompt: PasskeyPrompt | null } | null> {
  const person = await readPasswordProof(proof);
  if (!person) return null;
  const [{ hasApp }, prompt] = await Promise.all([
    readFactors(person.id),
    passkeyPrompt(person.id, purposeOf(proof)),
  ]);
  return { hasApp, prompt };
}

/**
 * Signs in with a passkey and the proof that the password was correct.
 * @returns `expired` if the page's challenge is too old, which isn't a wrong attempt
 * @throws ServiceError as `signInWithCode` does
 */
export async function signInWithSecondPasskey(
  proof: string,
  answer: PasskeyAnswer,
  client: Client,
): Promise<CardholderScope | "expired"> {
  const { person, attempt } = await resumeSignIn(proof, client);
  const redemption = redeemPasskey(PORTAL, person.id, answer, purposeOf(proof));
  const outcome = await uncountIfRefused(redemption, attempt);
  if (outcome === "expired") {
    await attempt.uncount();
    return outcome;
  }
  if (!outcome) throw new ServiceError("MFA_INVALID");
  const { passkeyId } = outcome;
  return completeSignIn(person, attempt, { ...client, proof: "passkey" }, (tx) =>
    trustPasskey(tx, passkeyId),
  );
}

/** From now on, it signs in alone again. In the transaction that found its owner's new password to be the current one. */
const trustPasskey = (tx: Transaction, passkeyId: string) =>
  affected(
    kysely.updateTable("passkey").set({ needsPassword: false }).where("id", "=", passkeyId),
    tx,
  );

/**
 * Signs in with a passkey alone: it proves both a device and the PIN or fingerprint that unlocks it.
 * @returns `expired` if the page's challenge is too old; `needs_password` if the password was set with an emailed link
 *   since the passkey last signed in, because whoever knew the old password may have added it
 * @throws ServiceError INVALID_CREDENTIALS, RATE_LIMITED after too many wrong attempts with this person's passkeys
 */
export async function signInWithPasskey(
  answer: PasskeyAnswer,
  client: Client,
): Promise<CardholderScope | "expired" | "needs_password"> {
  const found = await identifyByPasskey(PORTAL, answer);
  if (found === "expired") return found;
  const owner = found && (await runForOne(ownerOf(found.passkeyId)));
  const { id, passwordHash, needsPassword } = owner ?? {};
  if (!id || !passwordHash) throw new ServiceError("INVALID_CREDENTIALS");
  if (needsPassword) return "needs_password";
  const scope = await openSessionByPassword({ id, passwordHash }, { ...client, proof: "passkey" });
  if (!scope) throw new ServiceError("INVALID_CREDENTIALS");
  return scope;
}

/** In one query: a new password and what the passkey then needs are seen together, or not at all. */
const ownerOf = (passkeyId: string) =>
  kysely
    .selectFrom("passkey as p")
    .innerJoin("cardholder as c", "c.id", "p.cardholderId")
    .select(["c.id", "c.passwordHash", "p.needsPassword"])
    .where("p.id", "=", passkeyId);
