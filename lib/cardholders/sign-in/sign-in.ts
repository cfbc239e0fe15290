/** Signs cardholders in, for the API and for the portal's pages. */
import { setTimeout } from "node:timers/promises";
import { audit } from "../../auth/audit.ts";
import { type Refusal, tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { networkTurn } from "../../auth/limits/network.ts";
import {
  attemptForEmail,
  attemptOnDevice,
  type PasswordAttempt,
  verifyAttempt,
} from "../../auth/limits/password-attempts.ts";
import {
  auditSubjectOf,
  type CardholderScope,
  isStaff,
  type SessionScope,
} from "../../auth/scopes.ts";
import {
  endOtherSessions,
  endSession,
  hasSignedInFrom,
  openSessionByPassword,
  type Proof,
} from "../../auth/sessions.ts";
import { runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { emailKey } from "../../text.ts";
import { redeemCode } from "../mfa/codes.ts";
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

export type Credentials = { email: string; password: string; mfaCode?: string | null };

/**
 * Signs a cardholder in. An unknown email address, a cardholder without a password, and a wrong password each cost one
 * verification and get the same response.
 * @returns the scope of a new session
 * @throws ServiceError INVALID_CREDENTIALS, MFA_REQUIRED (as `MfaRequired`) and MFA_INVALID (both only after the
 *   correct password), RATE_LIMITED after too many wrong attempts, SERVICE_UNAVAILABLE if the hashing queue is full
 */
export async function signIn(input: Credentials, client: Client): Promise<CardholderScope> {
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
  const proof = person?.hasFactor ? await requireCode(known, attempt, input.mfaCode) : null;
  return completeSignIn(known, attempt, { ...client, proof });
}

/**
 * Signs in with a code and the proof that the password was correct. A wrong code counts like a wrong password.
 * @throws ServiceError INVALID_CREDENTIALS if the proof is expired or forged, or the account has changed
 *   since; MFA_REQUIRED, MFA_INVALID and RATE_LIMITED as `signIn` does
 */
export async function signInWithCode(
  proof: string,
  code: string,
  client: Client,
): Promise<CardholderScope> {
  const { person, attempt } = await resumeSignIn(proof, client);
  const factor = await requireCode(person, attempt, code);
  return completeSignIn(person, attempt, { ...client, proof: factor });
}

/**
 * Ends one of the person's sessions, by default this one.
 * @returns false if it had already ended or isn't theirs
 */
export async function signOut(
  scope: SessionScope,
  sessionId: string = scope.familyId,
): Promise<boolean> {
  return transaction(async (tx) => {
    const ended = await endSession(scope, sessionId, tx);
    // A team's log has it already.
    const isLogged = isStaff(scope) && sessionId === scope.familyId;
    if (ended && !isLogged) {
      await audit(tx, scope, "session.end", auditSubjectOf(scope), { sessionId });
    }
    return ended;
  });
}

/** Ends all other sessions. @returns how many */
export async function signOutOtherSessions(scope: SessionScope): Promise<number> {
  return transaction(async (tx) => {
    const endedSessions = await endOtherSessions(scope, tx);
    if (endedSessions > 0) {
      await audit(tx, scope, "session.end-others", auditSubjectOf(scope), { endedSessions });
    }
    return endedSessions;
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
export async function resumeSignIn(proof: string, client: Client) {
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

async function requireCode(person: Person, attempt: PasswordAttempt, code?: string | null) {
  if (!code) {
    await attempt.uncount();
    throw new MfaRequired(await makePasswordProof(person));
  }
  const factor = await uncountIfRefused(redeemCode(PORTAL, person.id, code), attempt);
  if (!factor) throw new ServiceError("MFA_INVALID");
  return factor;
}

/** Second factors have their own limit: the password was correct, so a refusal there is no wrong attempt. */
export function uncountIfRefused<T>(redemption: Promise<T>, attempt: PasswordAttempt): Promise<T> {
  return redemption.catch(async (refused) => {
    await attempt.uncount();
    throw refused;
  });
}

export async function completeSignIn(
  person: Person,
  attempt: PasswordAttempt,
  client: Client & Proof,
  whenOpened?: (tx: Transaction) => Promise<unknown>,
) {
  await attempt.succeeded();
  const scope = await openSessionByPassword(person, client, whenOpened);
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
