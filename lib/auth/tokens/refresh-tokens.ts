/**
 * Refresh tokens: a row per token that can be used, in the family of its session. A token names its session and is
 * authenticated, so that one whose row is gone is still recognized as used before. docs/decisions/0015 has more.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { parse as bytesOfUuid, stringify as uuidOf } from "uuid";
import { db } from "../../database/prisma.ts";
import { authKeys } from "../auth-keys.ts";
import { type CardholderScope, mintCardholderScope } from "../scopes.ts";
import { openSessionOf } from "../sessions.ts";
import { rotate } from "../sql.ts";
import { hashOfSecret } from "./opaque-tokens.ts";

const PREFIX = "ptr_";
/** The session's ID, random bytes, and a MAC of both. */
const FORM = /^ptr_[A-Za-z0-9_-]{64}$/;

const macUnder = (key: Uint8Array, content: Uint8Array) =>
  createHmac("sha256", key).update(content).digest().subarray(0, 16);

function makeRefreshToken(familyId: string): string {
  const content = Buffer.concat([bytesOfUuid(familyId), randomBytes(16)]);
  const mac = macUnder(authKeys("refresh-token")[0], content);
  return PREFIX + Buffer.concat([content, mac]).toString("base64url");
}

/** The session of an authentic token; null for one that was never issued. */
function sessionNamedBy(token: string): string | null {
  const bytes = Buffer.from(token.slice(PREFIX.length), "base64url");
  const [content, mac] = [bytes.subarray(0, 32), bytes.subarray(32)];
  const isAuthentic = authKeys("refresh-token").some((key) =>
    timingSafeEqual(macUnder(key, content), mac),
  );
  return isAuthentic ? uuidOf(content.subarray(0, 16)) : null;
}

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
export async function issueRefreshToken({ familyId }: CardholderScope): Promise<string> {
  const token = makeRefreshToken(familyId);
  await db().refreshToken.create({ data: { tokenHash: hashOfSecret(token), familyId } });
  return token;
}

/**
 * Uses a refresh token.
 * @param at the time, for tests. By default the database's, so that processes agree
 */
export async function rotateRefreshToken(token: string, at?: Date): Promise<Rotation> {
  if (!FORM.test(token)) return { outcome: "unknown" };
  const named = sessionNamedBy(token);
  if (!named) return { outcome: "unknown" };
  const [tokenHash, refreshToken] = [hashOfSecret(token), makeRefreshToken(named)];
  const [used] = await rotate({
    tokenHash,
    successorHash: hashOfSecret(refreshToken),
    at: at ?? null,
    graceSeconds: GRACE_SECONDS,
  });
  const exists = used || (await db().refreshToken.count({ where: { tokenHash } })) === 1;
  if (!exists) return withoutRow(named);
  if (!used) return { outcome: "ended" };
  const scope = mintCardholderScope(used.cardholderId, used.familyId);
  return used.inTime ? { outcome: "rotated", scope, refreshToken } : { outcome: "reused", scope };
}

/** An authentic token of an open session has a row until long after its first use. */
async function withoutRow(familyId: string): Promise<Rotation> {
  const session = await openSessionOf(familyId);
  if (session?.role !== "cardholder") return { outcome: "ended" };
  const scope = mintCardholderScope(session.cardholderId, familyId);
  return { outcome: "reused", scope };
}
