/**
 * What the session cookie holds: a signed note that names a session family and its cardholder. It
 * proves nothing by itself; the family is looked up in the database at every use (sessions.ts).
 */
import { hkdfSync } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { env } from "../env.ts";

const ALGORITHM = "HS256";
const AUDIENCE = "portal-session";

export type SessionNote = { cardholderId: string; familyId: string };

/** A key of its own for this purpose, so that no other token signed here passes for a session. */
function key(): Uint8Array {
  const secret = env().authSecret;
  if (!secret) throw new Error("AUTH_SECRET is not set");
  return new Uint8Array(hkdfSync("sha256", secret, "", AUDIENCE, 32));
}

/** Signs a note that is good for so many seconds. */
export function signSession(note: SessionNote, lifetimeSeconds: number): Promise<string> {
  return new SignJWT({ family: note.familyId })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(note.cardholderId)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
    .sign(key());
}

/** Reads a note, or null where it was not signed here, is broken or has expired. */
export async function readSession(token: string): Promise<SessionNote | null> {
  // Outside the try: a missing key is our mistake, not a bad token.
  const verifyingKey = key();
  try {
    const { payload } = await jwtVerify(token, verifyingKey, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ["sub", "exp"],
    });
    const { sub, family } = payload;
    return sub && typeof family === "string" ? { cardholderId: sub, familyId: family } : null;
  } catch {
    return null;
  }
}
