/** Signs cardholders in, for the API and for the portal's pages. */
import { setTimeout } from "node:timers/promises";
import { audit } from "../../auth/audit.ts";
import { type Refusal, tooManyAttempts } from "../../auth/limits/attempt-limiter.ts";
import { networkTurn } from "../../auth/limits/network.ts";
import {
  type Attempt,
  attemptAtAddress,
  attemptOnDevice,
  verifyAttempt,
} from "../../auth/limits/password-attempts.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import {
  endOtherSessions,
  endSession,
  hasSignedInFrom,
  openSessionByPassword,
} from "../../auth/sessions.ts";
import { db } from "../../database/prisma.ts";
import { transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { emailKey } from "../../text.ts";
import { takeCode } from "../mfa/codes.ts";
import { portal } from "../security-events.ts";
import { deviceKnownTo } from "./known-devices.ts";
import { CodeMissing, type Known, proofOf, readPasswordProof } from "./password-proof.ts";

/** The origin of a request; `device` is the browser's token of earlier sign-ins. */
export type Origin = { address: string; userAgent: string | null; device?: string | undefined };

/** Longer than a verification takes. */
const REFUSED_AFTER_MS = 500;

export type Credentials = { email: string; password: string; mfaCode?: string | null };

/**
 * Signs a cardholder in. An unknown address, one without a password, and a wrong password cost the same one
 * verification and get the same response.
 * @returns the scope of a new session
 * @throws ServiceError INVALID_CREDENTIALS, MFA_REQUIRED (as `CodeMissing`) and MFA_INVALID (both only
 *   after the right password), RATE_LIMITED after too many wrong attempts, SERVICE_UNAVAILABLE if too many
 *   passwords wait
 */
export async function signIn(given: Credentials, from: Origin): Promise<CardholderScope> {
  const startedAt = performance.now();
  const person = await personBehind(given.email);
  const { id, passwordHash = null } = person ?? {};
  const known = id && passwordHash ? { id, passwordHash } : null;
  const attempt = await attemptFrom(from, given.email, known);
  await refuseTooMany(attempt.refusal, id);
  const isAdmitted = !attempt.networkRefusal || (await hasSignedInFrom(from.address, id));
  // Beyond the network's limit only people known there are verified: a flood costs nothing more.
  const turn = networkTurn(from.address);
  const matches = isAdmitted && (await verifyAttempt(attempt, passwordHash, given.password, turn));
  if (!known || !matches) {
    if (attempt.networkRefusal) {
      // A wrong password of someone known there costs a verification. All are answered after the same time, so that
      // neighbors can't find out who has signed in from there.
      await setTimeout(Math.max(0, startedAt + REFUSED_AFTER_MS - performance.now()));
    }
    await refuseTooMany(attempt.networkRefusal, id);
    throw new ServiceError("INVALID_CREDENTIALS");
  }
  if (person?.totp?.confirmedAt) await demandCode(known, given.mfaCode, attempt);
  return letIn(known, attempt, from);
}

/**
 * Signs in with the proof of an earlier right password, and a code. A wrong code counts as a wrong attempt
 * at the same person from the same network.
 * @throws ServiceError INVALID_CREDENTIALS if the proof is expired or forged, or the account has changed
 *   since; MFA_REQUIRED, MFA_INVALID and RATE_LIMITED as `signIn` does
 */
export async function signInWithCode(
  proof: string,
  code: string,
  from: Origin,
): Promise<CardholderScope> {
  const person = await readPasswordProof(proof);
  if (!person) throw new ServiceError("INVALID_CREDENTIALS");
  const attempt = await attemptFrom(from, person.email, person);
  await refuseTooMany(attempt.refusal, person.id);
  if (attempt.networkRefusal && !(await hasSignedInFrom(from.address, person.id))) {
    await refuseTooMany(attempt.networkRefusal, person.id);
  }
  await demandCode(person, code, attempt);
  return letIn(person, attempt, from);
}

/**
 * Ends this session, or the cardholder's other session that is named.
 * @returns false if it had ended already, or is someone else's
 */
export async function signOut(
  scope: CardholderScope,
  sessionId: string = scope.familyId,
): Promise<boolean> {
  return transaction(async (tx) => {
    const ended = await endSession(scope, sessionId, tx);
    if (ended) await audit(tx, scope, "session.end", scope.cardholderId, { sessionId });
    return ended;
  });
}

/** Ends all other sessions. @returns how many */
export async function signOutOtherSessions(scope: CardholderScope): Promise<number> {
  return transaction(async (tx) => {
    const endedSessions = await endOtherSessions(scope, tx);
    if (endedSessions > 0) {
      await audit(tx, scope, "session.end-others", scope.cardholderId, { endedSessions });
    }
    return endedSessions;
  });
}

async function personBehind(email: string) {
  // Postgres rejects text with NUL.
  if (email.includes("\0")) return null;
  return db().cardholder.findUnique({
    // Other roles cannot sign in here.
    where: { emailKey: emailKey(email), role: "cardholder" },
    select: { id: true, passwordHash: true, totp: { select: { confirmedAt: true } } },
  });
}

/**
 * Counts the attempt for its device if the person has signed in with it before; otherwise, or if there were too many
 * on it, for its network.
 */
async function attemptFrom(
  { address, device }: Origin,
  email: string,
  known: Known | null,
): Promise<Attempt> {
  const deviceId = await deviceKnownTo(known, device);
  const onDevice = known && deviceId ? await attemptOnDevice(deviceId, known.id) : null;
  return onDevice && !onDevice.refusal ? onDevice : attemptAtAddress(email, address);
}

async function demandCode(person: Known, code: string | null | undefined, attempt: Attempt) {
  if (!code) {
    await attempt.uncount();
    throw new CodeMissing(await proofOf(person));
  }
  const isRight = await takeCode(portal, person.id, code).catch(async (refused) => {
    // Codes have their own limit: the password was right.
    await attempt.uncount();
    throw refused;
  });
  if (!isRight) throw new ServiceError("MFA_INVALID");
}

async function letIn(person: Known, attempt: Attempt, from: Origin): Promise<CardholderScope> {
  await attempt.succeeded();
  const scope = await openSessionByPassword(person, from);
  if (!scope) throw new ServiceError("INVALID_CREDENTIALS");
  return scope;
}

async function refuseTooMany(refusal: Refusal | undefined, cardholderId = "unknown") {
  if (!refusal) return;
  const { first, seconds } = refusal;
  // Once per window: an attack must be visible in the log, but not fill it.
  if (first) {
    await transaction((tx) => audit(tx, portal, "sign-in.throttle", cardholderId, { seconds }));
  }
  throw tooManyAttempts(refusal);
}
