import { v7 as uuidv7 } from "uuid";
import { type CardholderScope, mintSessionScope } from "#lib/auth/scopes.ts";
import { SESSION_SECONDS } from "#lib/auth/sessions.ts";
import { db } from "#lib/database/prisma.ts";

/** Opens a session without a sign-in. */
export async function openSession(cardholderId: string, userAgent: string | null = null) {
  const id = uuidv7();
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1_000);
  await db().sessionFamily.create({ data: { id, cardholderId, userAgent, expiresAt } });
  const session = { personId: cardholderId, familyId: id, isVerified: false };
  return mintSessionScope(null, session) as CardholderScope;
}
