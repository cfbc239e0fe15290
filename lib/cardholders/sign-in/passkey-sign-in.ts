/** Signs in with passkeys: after the password, or alone. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { openSessionByPassword } from "../../auth/sessions.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { db } from "../../database/prisma.ts";
import { ServiceError } from "../../errors.ts";
import type { ChallengePurpose } from "../mfa/challenges.ts";
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
  const [totp, prompt] = await Promise.all([
    db().totp.findUnique({ where: { cardholderId: person.id }, select: { confirmedAt: true } }),
    passkeyPrompt(person.id, purposeOf(proof)),
  ]);
  return { hasApp: totp?.confirmedAt != null, prompt };
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
  return completeSignIn(person, attempt, { ...client, isVerified: true });
}

/**
 * Signs in with a passkey alone: it proves both a device and the PIN or fingerprint that unlocks it.
 * @returns `expired` if the page's challenge is too old
 * @throws ServiceError INVALID_CREDENTIALS, RATE_LIMITED after too many wrong attempts with this person's passkeys
 */
export async function signInWithPasskey(
  answer: PasskeyAnswer,
  client: Client,
): Promise<CardholderScope | "expired"> {
  const found = await identifyByPasskey(PORTAL, answer);
  if (found === "expired") return found;
  const person =
    found &&
    (await db().cardholder.findUnique({
      // Other roles can't sign in here.
      where: { id: found.cardholderId, role: "cardholder" },
      select: { id: true, passwordHash: true },
    }));
  const { id, passwordHash } = person ?? {};
  if (!id || !passwordHash) throw new ServiceError("INVALID_CREDENTIALS");
  const scope = await openSessionByPassword({ id, passwordHash }, { ...client, isVerified: true });
  if (!scope) throw new ServiceError("INVALID_CREDENTIALS");
  return scope;
}
