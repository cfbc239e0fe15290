/** Sign-in sessions, stored as rows, so that ending one takes effect at once. */

import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { type Transaction, transaction } from "../database/transaction.ts";
import { audit } from "./audit.ts";
import { networkHash } from "./limits/known-networks.ts";
import { type CardholderScope, mintCardholderScope } from "./scopes.ts";
import {
  findOpenSession,
  findSessions,
  insertSession,
  insertSessionByPassword,
  revokeSession,
  revokeSessions,
  updateLastUse,
} from "./sql.ts";

/** The session cookie's name. Over https it gets a prefix. */
export const SESSION_COOKIE = "points-session";

/** The lifetime of a session after sign-in, whether or not it is used. */
export const SESSION_SECONDS = 90 * 24 * 60 * 60;

/**
 * Opens a session for an authenticated cardholder.
 * @param userAgent helps the cardholder recognize the session
 */
export async function openSession(
  cardholderId: string,
  userAgent: string | null = null,
): Promise<CardholderScope> {
  const session = newSession(cardholderId, userAgent);
  const [opened] = await insertSession({ ...session, networkHash: null });
  if (!opened) throw new Error("this cardholder doesn't exist");
  return mintCardholderScope(cardholderId, opened.id);
}

/**
 * Opens a session for a cardholder whose password has this hash. Replacing the password ends all sessions,
 * so a sign-in with the old password at the same moment must not open a new one.
 * @param address the client's IP address, whose network is remembered
 * @returns null if the password was replaced
 */
export async function openSessionByPassword(
  cardholderId: string,
  passwordHash: string,
  userAgent: string | null,
  address: string | null = null,
): Promise<CardholderScope | null> {
  const session = newSession(cardholderId, userAgent);
  const hash = address === null ? null : networkHash(address);
  return transaction(async (tx) => {
    const given = { ...session, networkHash: hash, passwordHash };
    const [opened] = await insertSessionByPassword(given, tx);
    if (!opened) return null;
    const scope = mintCardholderScope(cardholderId, opened.id);
    await audit(tx, scope, "session.open", cardholderId, { sessionId: opened.id });
    return scope;
  });
}

const newSession = (cardholderId: string, userAgent: string | null) => ({
  ...{ familyId: uuidv7(), cardholderId, userAgent, lifetimeSeconds: SESSION_SECONDS },
});

export type OpenSession = { cardholderId: string; familyId: string; role: string };

/** A session that has neither ended nor expired by the database's clock, or null. */
export async function openSessionOf(familyId: string): Promise<OpenSession | null> {
  const [session] = await findOpenSession({ familyId });
  return session ?? null;
}

/** A session and its cardholder, as the session cookie names them. */
export type SessionReference = { cardholderId: string; familyId: string };

/** The scope of this cardholder's session if it is open, or null. */
export async function cardholderScopeOf(named: SessionReference): Promise<CardholderScope | null> {
  const session = await openSessionOf(named.familyId);
  if (session?.role !== "cardholder" || session.cardholderId !== named.cardholderId) return null;
  return mintCardholderScope(session.cardholderId, session.familyId);
}

/** The same for a page. Also records the use, which the list of sessions shows. */
export async function scopeOfSession(named: SessionReference): Promise<CardholderScope | null> {
  const scope = await cardholderScopeOf(named);
  if (scope) await updateLastUse({ familyId: scope.familyId });
  return scope;
}

/** How many sessions are listed. */
const MAX_LISTED = 50;

/** The open sessions: the current one first, then the most recently used ones, and the number of all. */
export async function listSessions({ cardholderId, familyId }: CardholderScope) {
  const rows = await findSessions({ cardholderId, first: familyId, limit: MAX_LISTED });
  const sessions = rows.map(({ id: sessionId, count: _, ...rest }) => ({ sessionId, ...rest }));
  return { sessions, count: rows[0]?.count ?? 0 };
}

/**
 * Ends one of this cardholder's sessions: the current one, unless another is named. The ID may be any text
 * that a form has sent.
 * @returns false if it had already ended, or is not theirs
 */
export async function endSession(
  scope: CardholderScope,
  sessionId: string = scope.familyId,
  tx: Transaction | undefined = undefined,
): Promise<boolean> {
  // Forms may send anything.
  if (!isUuid(sessionId)) return false;
  const { cardholderId } = scope;
  const revoked = await revokeSession({ familyId: sessionId, cardholderId }, tx);
  return revoked.length === 1;
}

/** Ends every session except this one. @returns the number of sessions */
export async function endOtherSessions(scope: CardholderScope, tx?: Transaction): Promise<number> {
  return endSessionsOf(scope.cardholderId, scope.familyId, tx);
}

/** Ends every session of a cardholder who reset their password. @returns the number of sessions */
export async function endAllSessions(tx: Transaction, cardholderId: string): Promise<number> {
  return endSessionsOf(cardholderId, null, tx);
}

async function endSessionsOf(cardholderId: string, except: string | null, tx?: Transaction) {
  return (await revokeSessions({ cardholderId, except }, tx)).length;
}
