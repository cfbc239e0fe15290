/**
 * Refresh tokens: one row per usable token, in its session's family. A token contains its session's ID and a MAC, so
 * a token whose row was deleted is still recognized as reused. See docs/decisions/0015.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { parse as bytesOfUuid, stringify as uuidOf } from "uuid";
import { db } from "../../database/prisma.ts";
import { authKeys } from "../auth-keys.ts";
import type { SessionScope } from "../scopes.ts";
import { scopeOfFamily } from "../sessions.ts";
import { rotateToken } from "../sql.ts";
import { hashOfSecret } from "./opaque-tokens.ts";

const PREFIX = "ptr_";
/** The session's ID, random bytes, and a MAC of both. */
const FORMAT = /^ptr_[A-Za-z0-9_-]{64}$/;

const macWith = (key: Uint8Array, content: Uint8Array) =>
  createHmac("sha256", key).update(content).digest().subarray(0, 16);

function makeRefreshToken(familyId: string): string {
  const content = Buffer.concat([bytesOfUuid(familyId), randomBytes(16)]);
  const mac = macWith(authKeys("refresh-token")[0], content);
  return PREFIX + Buffer.concat([content, mac]).toString("base64url");
}

/** The session ID in an authentic token; null for one that was never issued. */
function sessionIdIn(token: string): string | null {
  const bytes = Buffer.from(token.slice(PREFIX.length), "base64url");
  const [content, mac] = [bytes.subarray(0, 32), bytes.subarray(32)];
  const isAuthentic = authKeys("refresh-token").some((key) =>
    timingSafeEqual(macWith(key, content), mac),
  );
  return isAuthentic ? uuidOf(content.subarray(0, 16)) : null;
}

/** How long a used token can be reused, for concurrent tabs and lost responses. */
const GRACE_SECONDS = 45;

type Rotation =
  | { outcome: "rotated"; scope: SessionScope; refreshToken: string }
  /** Reused after the grace period, so it was stolen. The caller must end the session. */
  | { outcome: "reused"; scope: SessionScope }
  /** The session has ended or expired, or belongs to a role that can't sign in here. */
  | { outcome: "ended" }
  | { outcome: "unknown" };

export async function issueRefreshToken({ familyId }: SessionScope): Promise<string> {
  const token = makeRefreshToken(familyId);
  await db().refreshToken.create({ data: { tokenHash: hashOfSecret(token), familyId } });
  return token;
}

export async function rotateRefreshToken(token: string): Promise<Rotation> {
  if (!FORMAT.test(token)) return { outcome: "unknown" };
  const familyId = sessionIdIn(token);
  if (!familyId) return { outcome: "unknown" };
  const [tokenHash, refreshToken] = [hashOfSecret(token), makeRefreshToken(familyId)];
  const [used] = await rotateToken({
    tokenHash,
    successorHash: hashOfSecret(refreshToken),
    graceSeconds: GRACE_SECONDS,
  });
  const exists = used || (await db().refreshToken.count({ where: { tokenHash } })) === 1;
  const scope = used || !exists ? await scopeOfFamily(familyId) : null;
  if (!scope) return { outcome: "ended" };
  // A row is deleted only after the grace period, so a token without one is reused, too.
  return used?.inGrace ? { outcome: "rotated", scope, refreshToken } : { outcome: "reused", scope };
}
