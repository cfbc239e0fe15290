/** Sessions: who has signed in, kept as a row, so that ending one takes effect at once. */
import { v7 as uuidv7 } from "uuid";
import { db, pool } from "../db.ts";
import { emailKey } from "../text.ts";
import { verifyPassword } from "./passwords.ts";
import { type CardholderScope, mintCardholderScope } from "./scopes.ts";
import { readSession } from "./session-token.ts";

/** A session ends this long after its sign-in, used or not. */
export const SESSION_SECONDS = 90 * 24 * 60 * 60;

/** Longer input is no password of ours: hashing it would only cost time. */
const LONGEST_PASSWORD = 128;

async function openFamily(cardholderId: string): Promise<CardholderScope> {
  const familyId = uuidv7();
  await pool().query(
    `with family as (
       insert into session_family (id, cardholder_id, expires_at)
       values ($1, $2, now() + make_interval(secs => $3))
     )
     update account set last_active_at = now() where cardholder_id = $2 and status = 'active'`,
    [familyId, cardholderId, SESSION_SECONDS],
  );
  return mintCardholderScope(cardholderId, familyId);
}

/**
 * Signs a cardholder in. An unknown address, one without a password and a wrong password cost the same
 * one verification and get the same answer.
 * @returns the scope of a new session, or null where address and password do not match
 */
export async function signIn(email: string, password: string): Promise<CardholderScope | null> {
  // Postgres keeps no NUL and could not even be asked for one.
  const readable = !email.includes("\0");
  const person = readable
    ? await db().cardholder.findUnique({
        where: { emailKey: emailKey(email) },
        select: { id: true, passwordHash: true },
      })
    : null;
  const tooLong = password.length > LONGEST_PASSWORD * 2;
  const matches = await verifyPassword(person?.passwordHash ?? null, tooLong ? "" : password);
  return person && matches ? openFamily(person.id) : null;
}

/** The scope of a session that is neither ended nor expired, by the database's clock; else null. */
export async function cardholderScopeOf(familyId: string): Promise<CardholderScope | null> {
  const { rows } = await pool().query<{ cardholder_id: string }>({
    name: "session-family",
    text: `select cardholder_id from session_family
           where id = $1 and revoked_at is null and expires_at > now()`,
    values: [familyId],
  });
  return rows[0] ? mintCardholderScope(rows[0].cardholder_id, familyId) : null;
}

/** The scope behind a session cookie: signed by us, and its session still stands. */
export async function scopeOfSession(token: string): Promise<CardholderScope | null> {
  const note = await readSession(token);
  const scope = note && (await cardholderScopeOf(note.familyId));
  return scope?.cardholderId === note?.cardholderId ? scope : null;
}

/** Ends a session for good. @returns false where it had ended before */
export async function endSession(scope: CardholderScope): Promise<boolean> {
  const { count } = await db().sessionFamily.updateMany({
    where: { id: scope.familyId, cardholderId: scope.cardholderId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return count === 1;
}
