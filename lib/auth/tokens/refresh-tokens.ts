/**
 * Refresh tokens: one row for each that was handed out, in the family of its session. A used one is
 * marked, not removed, so that using it again can be told from a token that never was.
 */
import { db } from "../../database/prisma.ts";
import { type CardholderScope, mintCardholderScope } from "../scopes.ts";
import { rotate } from "../sql.ts";
import { hashOfSecret, looksLikeToken, makeOpaqueToken } from "./opaque-tokens.ts";

const PREFIX = "ptr";

/** Tabs that race, and answers that were lost, come back within this time of the first use. */
export const GRACE_SECONDS = 45;

export type Rotation =
  | { outcome: "rotated"; scope: CardholderScope; refreshToken: string }
  /** Used again too late: somebody else has it. The caller ends the family. */
  | { outcome: "reused"; scope: CardholderScope }
  /** Its session has ended, by time or by hand, or is of a role that does not sign in here. */
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
 * @param at the time, for tests; else the database's, so that processes agree
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
