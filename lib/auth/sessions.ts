/** Sessions: who has signed in, kept as a row, so that ending one takes effect at once. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { preparedStatement } from "../database/run.ts";
import type { Transaction } from "../database/transaction.ts";
import { networkHash } from "./known-networks.ts";
import { type CardholderScope, mintCardholderScope } from "./scopes.ts";
import { readSession } from "./session-token.ts";

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
  const scope = await openWhere("true", [], cardholderId, userAgent);
  if (!scope) throw new Error("there is no such cardholder");
  return scope;
}

/**
 * The same, for whoever has shown the password with this hash. A password that is replaced at the same
 * moment ends all sessions: none that the old one opens may come after.
 * @param address where they have signed in from: that network is known as theirs from now on
 * @returns null where it has been replaced
 */
export function openSessionByPassword(
  cardholderId: string,
  passwordHash: string,
  userAgent: string | null,
  address: string | null = null,
): Promise<CardholderScope | null> {
  const network = address === null ? null : networkHash(address);
  return openWhere("password_hash = $6", [passwordHash], cardholderId, userAgent, network);
}

async function openWhere(
  condition: "true" | "password_hash = $6",
  values: string[],
  cardholderId: string,
  userAgent: string | null,
  network: Buffer | null = null,
): Promise<CardholderScope | null> {
  const familyId = uuidv7();
  // The lock waits for whoever is replacing the password, and then looks again.
  const { rowCount } = await pool().query(
    `insert into session_family (id, cardholder_id, expires_at, user_agent, network_hash)
     select $1, id, now() + make_interval(secs => $3), $4, $5
     from cardholder where id = $2 and ${condition} for share`,
    [familyId, cardholderId, SESSION_SECONDS, userAgent, network, ...values],
  );
  return rowCount === 1 ? mintCardholderScope(cardholderId, familyId) : null;
}

export type StandingSession = { cardholderId: string; familyId: string; role: string };

/** A session that is neither ended nor expired, by the database's clock; else null. */
export async function standingSession(familyId: string): Promise<StandingSession | null> {
  const { rows } = await pool().query<StandingSession>(
    preparedStatement(
      "session-family",
      `select c.id as "cardholderId", f.id as "familyId", c.role
       from session_family f join cardholder c on c.id = f.cardholder_id
       where f.id = $1 and f.revoked_at is null and f.expires_at > now()`,
      [familyId],
    ),
  );
  return rows[0] ?? null;
}

/** The scope of a session that stands and is a cardholder's; else null. */
export async function cardholderScopeOf(familyId: string): Promise<CardholderScope | null> {
  const session = await standingSession(familyId);
  return session?.role === "cardholder"
    ? mintCardholderScope(session.cardholderId, familyId)
    : null;
}

/**
 * The scope behind a session cookie: signed by us, and its session still stands. It counts as used, so
 * that its owner can tell in their list which sessions are in use.
 */
export async function scopeOfSession(token: string): Promise<CardholderScope | null> {
  const note = await readSession(token);
  const scope = note && (await cardholderScopeOf(note.familyId));
  if (!scope || scope.cardholderId !== note.cardholderId) return null;
  await noteUse(scope.familyId);
  return scope;
}

/** Once a minute: reading pages must not write with each of them. */
async function noteUse(familyId: string): Promise<void> {
  await pool().query({
    name: "session-use",
    text: `update session_family set last_used_at = now()
           where id = $1 and last_used_at < now() - interval '1 minute'`,
    values: [familyId],
  });
}

/** The sessions that stand, the one used last first. `sessionId` is what `endSession` takes. */
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
  const { rowCount } = await (tx ?? pool()).query(
    `update session_family set revoked_at = now()
     where id = $1 and cardholder_id = $2 and revoked_at is null`,
    [sessionId, scope.cardholderId],
  );
  return rowCount === 1;
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
  const { rowCount } = await (tx ?? pool()).query(
    `update session_family set revoked_at = now()
     where cardholder_id = $1 and id is distinct from $2::uuid
       and revoked_at is null and expires_at > now()`,
    [cardholderId, except],
  );
  return rowCount ?? 0;
}
