/** Sign-in sessions. Each is a row, so ending one takes effect immediately. */
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

/** The session cookie's name, without the prefix it has over HTTPS. */
export const SESSION_COOKIE = "points-session";

/** A session's absolute lifetime. Activity doesn't extend it. */
export const SESSION_SECONDS = 90 * 24 * 60 * 60;

/** How long a network stays known for someone who signed in from it. */
const KNOWN_NETWORK_MS = 90 * 24 * 60 * 60 * 1_000;

/** Matches no row. Looked up for unknown email addresses, so timing reveals nothing. */
const NO_CARDHOLDER_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Opens a session for a cardholder if their password still has this hash. Replacing a password ends all
 * sessions, so a concurrent sign-in with the old password must not open a new one.
 * @param address the client's IP address. A hash of its network is stored, to recognize it later
 * @param userAgent shown in the list of sessions
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

/** Keyed hashes of an address's network, one per key of the ring. They don't reveal the address. */
function networkHashes(address: string) {
  const hashWith = (key: Uint8Array) =>
    createHmac("sha256", key).update(networkOf(address)).digest();
  const [key, ...older] = authKeys("known-network");
  return [hashWith(key), ...older.map(hashWith)] as const;
}

/** Whether this cardholder recently signed in from this network. Takes one query even for an unknown cardholder. */
export async function hasSignedInFrom(
  address: string,
  cardholderId: string = NO_CARDHOLDER_ID,
): Promise<boolean> {
  const createdAt = { gt: new Date(Date.now() - KNOWN_NETWORK_MS) };
  const networkHash = { in: [...networkHashes(address)] };
  const where = { cardholderId, networkHash, createdAt };
  return (await db().sessionFamily.findFirst({ where, select: { id: true } })) !== null;
}

export type OpenSession = { cardholderId: string; familyId: string; role: string };

/** The session if it has neither ended nor expired (by the database's clock), or null. */
export async function openSessionOf(familyId: string): Promise<OpenSession | null> {
  const [session] = await findOpenSession({ familyId });
  return session ?? null;
}

/** The session and cardholder IDs in a session cookie. */
export type SessionReference = { cardholderId: string; familyId: string };

/** The scope of an open session of this cardholder, or null. */
export async function cardholderScopeOf(
  reference: SessionReference,
): Promise<CardholderScope | null> {
  const session = await openSessionOf(reference.familyId);
  if (session?.role !== "cardholder" || session.cardholderId !== reference.cardholderId)
    return null;
  return mintCardholderScope(session.cardholderId, session.familyId);
}

/** The same for a page view, which also updates the session's last use. */
export async function scopeOfSession(reference: SessionReference): Promise<CardholderScope | null> {
  const scope = await cardholderScopeOf(reference);
  if (scope) await updateLastUse({ familyId: scope.familyId });
  return scope;
}

const MAX_LISTED = 50;

/** Open sessions, the current one first and then the most recently used, and how many there are in all. */
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
 * Ends one of this cardholder's sessions, by default the current one.
 * @param sessionId unvalidated form input
 * @returns false if it had already ended or isn't theirs
 */
export async function endSession(
  scope: CardholderScope,
  sessionId: string = scope.familyId,
  tx?: Transaction,
): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  return (await affected(revocation(scope.cardholderId).where("id", "=", sessionId), tx)) === 1;
}

/** Ends every session except this one. @returns how many */
export async function endOtherSessions(scope: CardholderScope, tx?: Transaction): Promise<number> {
  const { cardholderId, familyId } = scope;
  const others = revocation(cardholderId).where("id", "<>", familyId).where("expiresAt", ">", now);
  return affected(others, tx);
}

/** Ends every session, after a password reset. @returns how many */
export async function endAllSessions(tx: Transaction, cardholderId: string): Promise<number> {
  return affected(revocation(cardholderId).where("expiresAt", ">", now), tx);
}

const revocation = (cardholderId: string) =>
  kysely
    .updateTable("sessionFamily")
    .set({ revokedAt: now })
    .where("cardholderId", "=", cardholderId)
    .where("revokedAt", "is", null);
