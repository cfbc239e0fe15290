/** Sessions: who has signed in, kept as a row, so that ending one takes effect at once. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { db } from "../database/prisma.ts";
import type { Transaction } from "../database/transaction.ts";
import { networkHash } from "./limits/known-networks.ts";
import { type CardholderScope, mintCardholderScope } from "./scopes.ts";
import {
  findOpenSession,
  insertSession,
  insertSessionByPassword,
  revokeSession,
  revokeSessions,
  updateLastUse,
} from "./sql.ts";

/** The session cookie's name; browsers get it with a prefix where the service is reached by https. */
export const SESSION_COOKIE = "points-session";

/** A session ends this long after its sign-in, used or not. */
export const SESSION_SECONDS = 90 * 24 * 60 * 60;

/**
 * Opens a session of somebody who has proven who they are.
 * @param userAgent what they will recognise it by
 */
export async function openSession(
  cardholderId: string,
  userAgent: string | null = null,
): Promise<CardholderScope> {
  const session = newSession(cardholderId, userAgent);
  const [opened] = await insertSession({ ...session, networkHash: null });
  if (!opened) throw new Error("there is no such cardholder");
  return mintCardholderScope(cardholderId, opened.id);
}

/**
 * The same, for whoever has shown the password with this hash. A password that is replaced at the same
 * moment ends all sessions: none that the old one opens may come after.
 * @param address where they have signed in from: that network is known as theirs from now on
 * @returns null where it has been replaced
 */
export async function openSessionByPassword(
  cardholderId: string,
  passwordHash: string,
  userAgent: string | null,
  address: string | null = null,
): Promise<CardholderScope | null> {
  const session = newSession(cardholderId, userAgent);
  const hash = address === null ? null : networkHash(address);
  const [opened] = await insertSessionByPassword({ ...session, networkHash: hash, passwordHash });
  return opened ? mintCardholderScope(cardholderId, opened.id) : null;
}

const newSession = (cardholderId: string, userAgent: string | null) => ({
  ...{ familyId: uuidv7(), cardholderId, userAgent, lifetimeSeconds: SESSION_SECONDS },
});

export type OpenSession = { cardholderId: string; familyId: string; role: string };

/** A session that is neither ended nor expired, by the database's clock; else null. */
export async function openSessionOf(familyId: string): Promise<OpenSession | null> {
  const [session] = await findOpenSession({ familyId });
  return session ?? null;
}

/** A session and its cardholder, as the session cookie names them. */
export type SessionReference = { cardholderId: string; familyId: string };

/** The scope of a session that is open and this cardholder's; else null. */
export async function cardholderScopeOf(named: SessionReference): Promise<CardholderScope | null> {
  const session = await openSessionOf(named.familyId);
  if (session?.role !== "cardholder" || session.cardholderId !== named.cardholderId) return null;
  return mintCardholderScope(session.cardholderId, session.familyId);
}

/** The same for a page: the session counts as used, so that its owner can tell in their list which are. */
export async function scopeOfSession(named: SessionReference): Promise<CardholderScope | null> {
  const scope = await cardholderScopeOf(named);
  if (scope) await updateLastUse({ familyId: scope.familyId });
  return scope;
}

/** The open sessions, the one used last first. `sessionId` is what `endSession` takes. */
export async function listSessions(scope: CardholderScope) {
  const rows = await db().sessionFamily.findMany({
    where: { cardholderId: scope.cardholderId, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
    select: { id: true, createdAt: true, lastUsedAt: true, expiresAt: true, userAgent: true },
  });
  return rows.map(({ id, ...rest }) => ({
    sessionId: id,
    isCurrent: id === scope.familyId,
    ...rest,
  }));
}

/**
 * Ends a session of this cardholder for good: their own one, unless another is named. The name may be
 * anything that a form has sent.
 * @returns false where it had ended before, or is not theirs
 */
export async function endSession(
  scope: CardholderScope,
  sessionId: string = scope.familyId,
  tx: Transaction | undefined = undefined,
): Promise<boolean> {
  // Another id than ours may come from a form.
  if (!isUuid(sessionId)) return false;
  const { cardholderId } = scope;
  const revoked = await revokeSession({ familyId: sessionId, cardholderId }, tx);
  return revoked.length === 1;
}

/** Ends every session but this one. @returns how many */
export async function endOtherSessions(scope: CardholderScope, tx?: Transaction): Promise<number> {
  return endSessionsOf(scope.cardholderId, scope.familyId, tx);
}

/** Ends every session of a cardholder who has set a password by mail. @returns how many */
export async function endAllSessions(tx: Transaction, cardholderId: string): Promise<number> {
  return endSessionsOf(cardholderId, null, tx);
}

async function endSessionsOf(cardholderId: string, except: string | null, tx?: Transaction) {
  return (await revokeSessions({ cardholderId, except }, tx)).length;
}
