/** Following schools. Whoever does it again changes nothing. */
import type { CardholderScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { ServiceError } from "../errors.ts";
import type { FollowResult } from "./portal-contract.ts";

/** The update changes nothing; without it a row that exists would not be returned. */
const FOLLOW = `
insert into followed_school (cardholder_id, school_id, followed_at)
select $1, id, now() from school where id = $2
on conflict (cardholder_id, school_id) do update set followed_at = followed_school.followed_at
returning followed_at as "followedAt"`;

const UNFOLLOW = `
with gone as (delete from followed_school where cardholder_id = $1 and school_id = $2)
select null::timestamptz as "followedAt" from school where id = $2`;

/** Follows a school, active or not, or follows it no more. @throws ServiceError SCHOOL_NOT_FOUND */
export async function followSchool(
  scope: CardholderScope,
  schoolId: string,
  follow: boolean,
): Promise<FollowResult> {
  const { rows } = await pool().query<{ followedAt: Date | null }>(follow ? FOLLOW : UNFOLLOW, [
    scope.cardholderId,
    schoolId,
  ]);
  const row = rows[0];
  if (!row) throw new ServiceError("SCHOOL_NOT_FOUND");
  return {
    school_id: schoolId,
    following: follow,
    followed_at: row.followedAt?.toISOString() ?? null,
  };
}

/** Whether the cardholder follows this school. */
export async function isFollowing(scope: CardholderScope, schoolId: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    "select from followed_school where cardholder_id = $1 and school_id = $2",
    [scope.cardholderId, schoolId],
  );
  return rowCount === 1;
}
