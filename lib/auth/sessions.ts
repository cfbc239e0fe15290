/** Sign-in sessions, stored as rows, so that ending one takes effect at once. */
import { createHmac } from "node:crypto";
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { asBoolean, now } from "../database/expressions.ts";
import { db } from "../database/prisma.ts";
import { affected, run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { audit } from "./audit.ts";
import { authKeys } from "./auth-keys.ts";
import { networkOf } from "./limits/network.ts";
import { type CardholderScope, mintCardholderScope } from "./scopes.ts";
import { findOpenSession, insertSession, updateLastUse } from "./sql.ts";

/** The session cookie's name. Over https it gets a prefix. */
export const SESSION_COOKIE = "points-session";

/** The lifetime of a session after sign-in, whether or not it is used. */
export const SESSION_SECONDS = 90 * 24 * 60 * 60;

/** How long a network in which somebody has signed in counts as known to them. */
const KNOWN_NETWORK_MS = 90 * 24 * 60 * 60 * 1_000;

/** Looked up for unknown email addresses, so that timing reveals nothing. Never found. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Opens a session for a cardholder whose password has this hash. Replacing the password ends all sessions,
 * so a sign-in with the old password at the same moment must not open a new one.
 * @param from the client's IP address, whose network is remembered, and what helps to recognize the session
 * @returns null if the password was replaced
 */
export async function openSessionByPassword(
  { id: cardholderId, passwordHash }: { id: string; passwordHash: string },
  { address, userAgent }: { address: string; userAgent: string | null },
): Promise<CardholderScope | null> {
  const id = uuidv7();
  const [networkHash] = networkHashes(address);
  const session = { id, cardholderId, passwordHash, userAgent, networkHash };
  return transaction(async (tx) => {
    const [opened] = await insertSession({ ...session, lifetimeSeconds: SESSION_SECONDS }, tx);
    if (!opened) return null;
    const scope = mintCardholderScope(cardholderId, id);
    await audit(tx, scope, "session.open", cardholderId, { sessionId: id });
    return scope;
  });
}

/** The stored hash of an address's network, under each key: no address can be read from it. */
function networkHashes(address: string) {
  const hashUnder = (key: Uint8Array) =>
    createHmac("sha256", key).update(networkOf(address)).digest();
  const [key, ...older] = authKeys("known-network");
  return [hashUnder(key), ...older.map(hashUnder)] as const;
}

/** Whether this cardholder has ever signed in from this network. Always takes one lookup. */
export async function hasSignedInFrom(
  address: string,
  cardholderId: string = NOBODY,
): Promise<boolean> {
  const createdAt = { gt: new Date(Date.now() - KNOWN_NETWORK_MS) };
  const networkHash = { in: [...networkHashes(address)] };
  const where = { cardholderId, networkHash, createdAt };
  return (await db().sessionFamily.findFirst({ where, select: { id: true } })) !== null;
}

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
  const open = kysely
    .selectFrom("sessionFamily as s")
    .select(["s.id", "s.createdAt", "s.lastUsedAt", "s.expiresAt", "s.userAgent"])
    .select((of) => asBoolean(of("s.id", "=", familyId)).as("isCurrent"))
    .select((of) => of.fn.countAll<number>().over().as("count"))
    .where("s.cardholderId", "=", cardholderId)
    .where("s.revokedAt", "is", null)
    .where("s.expiresAt", ">", now)
    .orderBy("isCurrent", "desc")
    .orderBy("s.lastUsedAt", "desc")
    .orderBy("s.id", "desc")
    .limit(MAX_LISTED);
  const rows = await run(open);
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
  tx?: Transaction,
): Promise<boolean> {
  // Forms may send anything.
  if (!isUuid(sessionId)) return false;
  return (await affected(ending(scope.cardholderId).where("id", "=", sessionId), tx)) === 1;
}

/** Ends every session except this one. @returns the number of sessions */
export async function endOtherSessions(scope: CardholderScope, tx?: Transaction): Promise<number> {
  const { cardholderId, familyId } = scope;
  const others = ending(cardholderId).where("id", "<>", familyId).where("expiresAt", ">", now);
  return affected(others, tx);
}

/** Ends every session of a cardholder who reset their password. @returns the number of sessions */
export async function endAllSessions(tx: Transaction, cardholderId: string): Promise<number> {
  return affected(ending(cardholderId).where("expiresAt", ">", now), tx);
}

const ending = (cardholderId: string) =>
  kysely
    .updateTable("sessionFamily")
    .set({ revokedAt: now })
    .where("cardholderId", "=", cardholderId)
    .where("revokedAt", "is", null);
