/** Signs cardholders in, with a password or a passkey, for the API and for the portal's pages. */
import { setTimeout } from "node:timers/promises";
import { audit } from "../../auth/audit.ts";
import type { Refusal } from "../../auth/limits/attempt-limiter.ts";
import { networkTurn } from "../../auth/limits/network.ts";
import {
  attemptForEmail,
  attemptOnDevice,
  type PasswordAttempt,
  verifyAttempt,
} from "../../auth/limits/password-attempts.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { hasSignedInFrom, openSessionByPassword } from "../../auth/sessions.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { transaction } from "../../database/transaction.ts";
import { ServiceError, tooManyAttempts } from "../../errors.ts";
import { emailKey } from "../../text.ts";
import { readFactors } from "../mfa/factors.ts";
import {
  type ChallengePurpose,
  type PasskeyAnswer,
  passkeyPrompt,
  redeemFactor,
  redeemPasskey,
  type SecondFactor,
} from "../mfa/passkeys.ts";
import { hasSecondFactor } from "../mfa/sql.ts";
import { PORTAL } from "../security-events.ts";
import { knownDeviceId } from "./known-devices.ts";
import {
  MfaRequired,
  makePasswordProof,
  type Person,
  readPasswordProof,
} from "./password-proof.ts";

/** The client that sent a request. `device` is the browser's known-device token. */
export type Client = { address: string; userAgent: string | null; device?: string | undefined };

/** Longer than a verification takes. */
const MIN_REFUSAL_MS = 500;

/**
 * Signs a cardholder in. An unknown email address, a cardholder without a password, and a wrong password each cost one
 * verification and get the same response.
 * @returns the scope of a new session
 * @throws ServiceError INVALID_CREDENTIALS, MFA_REQUIRED (as `MfaRequired`) and MFA_INVALID (both only after the
 *   correct password), RATE_LIMITED after too many wrong attempts, SERVICE_UNAVAILABLE if the hashing queue is full
 */
export async function signIn(
  input: { email: string; password: string; mfaCode?: string | null },
  client: Client,
): Promise<CardholderScope> {
  const startedAt = performance.now();
  const person = await findByEmail(input.email);
  const { id, passwordHash = null } = person ?? {};
  const known = id && passwordHash ? { id, passwordHash } : null;
  const attempt = await startAttempt(client, input.email, known);
  await throwIfRefused(attempt.refusal, id);
  // Beyond the network's limit, only people known in it are verified, so a flood costs no more hashing.
  const isAdmitted = !attempt.networkRefusal || (await hasSignedInFrom(client.address, id));
  const turn = networkTurn(client.address);
  const matches = isAdmitted && (await verifyAttempt(attempt, passwordHash, input.password, turn));
  if (!known || !matches) {
    if (attempt.networkRefusal) {
      // Only a wrong password of someone known in the network costs a verification. Every refusal takes the same time,
      // so neighbors can't find out who has signed in from there.
      await setTimeout(Math.max(0, startedAt + MIN_REFUSAL_MS - performance.now()));
    }
    await throwIfRefused(attempt.networkRefusal, id);
    throw new ServiceError("INVALID_CREDENTIALS");
  }
  const redeemed = person?.hasFactor
    ? await requireFactor(known, attempt, input.mfaCode, "sign-in")
    : null;
  if (redeemed === "expired") throw new Error("a code has no challenge");
  await attempt.succeeded();
  return openSession(known, { ...client, proof: redeemed?.proof ?? null });
}

/**
 * Signs in with a second factor and the proof that the password was correct. A wrong one counts like a wrong password.
 * @returns `expired` if the page's challenge is too old, which isn't a wrong attempt
 * @throws ServiceError INVALID_CREDENTIALS if the proof is expired or forged, or the account has changed
 *   since; MFA_REQUIRED, MFA_INVALID and RATE_LIMITED as `signIn` does
 */
export async function signInWithSecondFactor(
  passwordProof: string,
  factor: SecondFactor,
  client: Client,
): Promise<CardholderScope | "expired"> {
  const { person, attempt } = await resumeSignIn(passwordProof, client);
  const redeemed = await requireFactor(person, attempt, factor, purposeOf(passwordProof));
  if (redeemed === "expired") return redeemed;
  await attempt.succeeded();
  const { proof, passkeyId } = redeemed;
  // From now on, it signs in alone again. In the transaction that found its owner's new password to be the current one.
  const trust = kysely.updateTable("passkey").set({ needsPassword: false });
  return openSession(person, { ...client, proof }, async (tx) => {
    if (passkeyId) await affected(trust.where("id", "=", passkeyId), tx);
  });
}

/** One query, so that it takes as long for an unknown address. */
async function findByEmail(email: string) {
  // Postgres rejects text with NUL.
  if (email.includes("\0")) return null;
  const person = kysely
    .selectFrom("cardholder as c")
    .select(["c.id", "c.passwordHash"])
    .select((of) => hasSecondFactor(of.ref("c.id")).as("hasFactor"))
    .where("c.emailKey", "=", emailKey(email));
  return (await runForOne(person)) ?? null;
}

/**
 * The second step, which counts as an attempt like the first.
 * @throws ServiceError INVALID_CREDENTIALS if the proof is expired or forged, RATE_LIMITED
 */
async function resumeSignIn(proof: string, client: Client) {
  const person = await readPasswordProof(proof);
  if (!person) throw new ServiceError("INVALID_CREDENTIALS");
  const attempt = await startAttempt(client, person.email, person);
  await throwIfRefused(attempt.refusal, person.id);
  if (attempt.networkRefusal && !(await hasSignedInFrom(client.address, person.id))) {
    await throwIfRefused(attempt.networkRefusal, person.id);
  }
  return { person, attempt };
}

/**
 * Counts an attempt toward the device's limit if the person has signed in on it before; otherwise, or beyond that limit,
 * toward the network's.
 */
async function startAttempt(
  { address, device }: Client,
  email: string,
  known: Person | null,
): Promise<PasswordAttempt> {
  const deviceId = await knownDeviceId(known, device);
  const onDevice = known && deviceId ? await attemptOnDevice(deviceId, known.id) : null;
  return onDevice && !onDevice.refusal ? onDevice : attemptForEmail(email, address);
}

async function requireFactor(
  person: Person,
  attempt: PasswordAttempt,
  factor: SecondFactor | null | undefined,
  purpose: ChallengePurpose,
) {
  if (!factor) {
    await attempt.uncount();
    throw new MfaRequired(await makePasswordProof(person));
  }
  const redeemed = await redeemFactor(PORTAL, person.id, factor, { purpose }).catch(
    async (refused) => {
      // Second factors have their own limit: the password was correct, so a refusal there is no wrong attempt.
      await attempt.uncount();
      throw refused;
    },
  );
  if (redeemed === "expired") await attempt.uncount();
  if (!redeemed) throw new ServiceError("MFA_INVALID");
  return redeemed;
}

/** @throws ServiceError INVALID_CREDENTIALS if the password has just been replaced */
async function openSession(...opening: Parameters<typeof openSessionByPassword>) {
  const scope = await openSessionByPassword(...opening);
  if (!scope) throw new ServiceError("INVALID_CREDENTIALS");
  return scope;
}

async function throwIfRefused(refusal: Refusal | undefined, cardholderId = "unknown") {
  if (!refusal) return;
  const { first, seconds } = refusal;
  // Once per window: an attack must show in the audit log, but not fill it.
  if (first) {
    await transaction((tx) => audit(tx, PORTAL, "sign-in.throttle", cardholderId, { seconds }));
  }
  throw tooManyAttempts(refusal);
}

const purposeOf = (proof: string): ChallengePurpose =>
  `second-step:${hashOfSecret(proof).toString("base64url")}`;

/** What the second step can ask for besides a recovery code; null if the proof is expired or forged. */
export async function secondStep(proof: string) {
  const person = await readPasswordProof(proof);
  if (!person) return null;
  const [{ hasApp }, prompt] = await Promise.all([
    readFactors(person.id),
    passkeyPrompt(person.id, purposeOf(proof)),
  ]);
  return { hasApp, prompt };
}

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
  const found = await redeemPasskey(PORTAL, answer, "sign-in");
  if (found === "expired") return found;
  const owner = found && (await runForOne(ownerOf(found.passkeyId)));
  const { id, passwordHash, needsPassword } = owner ?? {};
  if (!id || !passwordHash) throw new ServiceError("INVALID_CREDENTIALS");
  if (needsPassword) return "needs_password";
  return openSession({ id, passwordHash }, { ...client, proof: "passkey" });
}

/** In one query: a new password and what the passkey then needs are seen together, or not at all. */
const ownerOf = (passkeyId: string) =>
  kysely
    .selectFrom("passkey as p")
    .innerJoin("cardholder as c", "c.id", "p.cardholderId")
    .select(["c.id", "c.passwordHash", "p.needsPassword"])
    .where("p.id", "=", passkeyId);
