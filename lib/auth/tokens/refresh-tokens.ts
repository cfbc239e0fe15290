/**
 * Refresh tokens: one row per issued token, in the family of its session. A used token is marked, not
 * deleted, so that its reuse can be detected.
 */
import { db } from "../../database/prisma.ts";
import { type CardholderScope, mintCardholderScope } from "../scopes.ts";
import { rotate } from "../sql.ts";
import { hashOfSecret, looksLikeToken, makeOpaqueToken } from "./opaque-tokens.ts";

const PREFIX = "ptr";

/** Reuse within this time is allowed, for tabs that race and for lost responses. In seconds. */
export const GRACE_SECONDS = 45;

export type Rotation =
  | { outcome: "rotated"; scope: CardholderScope; refreshToken: string }
  /** Reused after the grace period: it was stolen. The caller ends the family. */
  | { outcome: "reused"; scope: CardholderScope }
  /** Its session has ended or expired, or has a role that cannot sign in here. */
  | { outcome: "ended" }
  | { outcome: "unknown" };

/** The first refresh token of a session. */
export async function issueRefreshToken(scope: CardholderScope): Promise<string> {
  const token = makeOpaqueToken(PREFIX);
  const tokenHash = Uint8Array.from(hashOfSecret(token));
  await db().refreshToken.create({ data: { tokenHash, familyId: scope.familyId } });
  return token;
}

/**
 * Uses a refresh token.
 * @param at the time, for tests. By default the database's, so that processes agree
 */
export async function rotateRefreshToken(token: string, at?: Date): Promise<Rotation> {
  if (!looksLikeToken(PREFIX, token)) return { outcome: "unknown" };
  const [tokenHash, refreshToken] = [hashOfSecret(token), makeOpaqueToken(PREFIX)];
  const [used] = await rotate({
    tokenHash,
    successorHash: hashOfSecret(refreshToken),
    at: at ?? null,
    graceSeconds: GRACE_SECONDS,
  });
  if (!used) return { outcome: (await exists(tokenHash)) ? "ended" : "unknown" };
  const scope = mintCardholderScope(used.cardholderId, used.familyId);
  return used.inTime ? { outcome: "rotated", scope, refreshToken } : { outcome: "reused", scope };
}

async function exists(hash: Buffer): Promise<boolean> {
  return (await db().refreshToken.count({ where: { tokenHash: Uint8Array.from(hash) } })) === 1;
}
