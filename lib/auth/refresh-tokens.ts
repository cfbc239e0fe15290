/**
 * Refresh tokens: one row for each that was handed out, in the family of its session. A used one is
 * marked, not removed, so that using it again can be told from a token that never was.
 */
import { pool } from "../database/pool.ts";
import { preparedStatement } from "../database/run.ts";
import { hashOfSecret, looksLikeToken, makeOpaqueToken } from "./opaque-tokens.ts";
import { type CardholderScope, mintCardholderScope } from "./scopes.ts";

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
  await pool().query("insert into refresh_token (token_hash, family_id) values ($1, $2)", [
    hashOfSecret(token),
    scope.familyId,
  ]);
  return token;
}

/**
 * All in one statement. Uses of one token queue up at its row, and each sees in `rotated_at` when the
 * first of them was; what its descendants have done does not matter. So each within the grace gets a
 * successor of its own, and none can invalidate another's.
 */
const ROTATE = `
  with clock as (select coalesce($3::timestamptz, now()) as at),
  used as (
    update refresh_token t set rotated_at = coalesce(t.rotated_at, clock.at)
    from clock, session_family f join cardholder c on c.id = f.cardholder_id
    where t.token_hash = $1 and f.id = t.family_id and c.role = 'cardholder'
      and f.revoked_at is null and f.expires_at > clock.at
    returning f.id as family_id, f.cardholder_id, clock.at,
      clock.at <= t.rotated_at + make_interval(secs => ${GRACE_SECONDS}) as in_time
  ),
  issued as (
    insert into refresh_token (token_hash, family_id, issued_at)
    select $2, family_id, at from used where in_time
  ),
  -- To the minute is enough to recognise a session by, and spares the row.
  touched as (
    update session_family f set last_used_at = used.at from used
    where f.id = used.family_id and used.in_time and f.last_used_at < used.at - interval '1 minute'
  )
  select family_id as "familyId", cardholder_id as "cardholderId", in_time as "inTime" from used`;

type Used = { familyId: string; cardholderId: string; inTime: boolean };

/**
 * Uses a refresh token.
 * @param at the time, for tests; else the database's, so that processes agree
 */
export async function rotateRefreshToken(token: string, at?: Date): Promise<Rotation> {
  if (!looksLikeToken(PREFIX, token)) return { outcome: "unknown" };
  const [hash, refreshToken] = [hashOfSecret(token), makeOpaqueToken(PREFIX)];
  const values = [hash, hashOfSecret(refreshToken), at ?? null];
  const { rows } = await pool().query<Used>(preparedStatement("refresh-token", ROTATE, values));
  const used = rows[0];
  if (!used) return { outcome: (await exists(hash)) ? "ended" : "unknown" };
  const scope = mintCardholderScope(used.cardholderId, used.familyId);
  return used.inTime ? { outcome: "rotated", scope, refreshToken } : { outcome: "reused", scope };
}

async function exists(hash: Buffer): Promise<boolean> {
  const { rowCount } = await pool().query("select from refresh_token where token_hash = $1", [
    hash,
  ]);
  return rowCount === 1;
}
