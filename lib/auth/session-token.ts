/**
 * What the session cookie holds: a signed note that names a session family and its cardholder. It
 * proves nothing by itself; the family is looked up in the database at every use (sessions.ts).
 */
import { readToken, signToken } from "./signed-tokens.ts";

/** The cookie's name; browsers get it with a prefix where the service is reached by https. */
export const SESSION_COOKIE = "points-session";

export type SessionNote = { cardholderId: string; familyId: string };

/** Signs a note that is good for so many seconds. */
export function signSession(note: SessionNote, lifetimeSeconds: number): Promise<string> {
  const claims = { sub: note.cardholderId, family: note.familyId };
  return signToken("portal-session", claims, new Date(Date.now() + lifetimeSeconds * 1_000));
}

/** Reads a note, or null where it was not signed here, is broken or has expired. */
export async function readSession(token: string): Promise<SessionNote | null> {
  const claims = await readToken("portal-session", token);
  if (claims === null || claims === "expired") return null;
  const { sub, family } = claims;
  return sub && typeof family === "string" ? { cardholderId: sub, familyId: family } : null;
}
