/** Following schools. Repeating it changes nothing. */
import type { CardholderScope } from "../auth/scopes.ts";
import { db } from "../database/prisma.ts";
import { ServiceError } from "../errors.ts";
import type { FollowResult } from "./portal-contract.ts";
import { deleteFollow, insertFollow } from "./sql.ts";

/** Follows or unfollows a school, active or not. @throws ServiceError SCHOOL_NOT_FOUND */
export async function followSchool(
  { cardholderId }: CardholderScope,
  schoolId: string,
  follow: boolean,
): Promise<FollowResult> {
  const change = follow ? insertFollow : deleteFollow;
  const [changed] = await change({ cardholderId, schoolId });
  if (!changed) throw new ServiceError("SCHOOL_NOT_FOUND");
  return {
    school_id: schoolId,
    following: follow,
    followed_at: changed.followedAt?.toISOString() ?? null,
  };
}

/** Whether the cardholder follows this school. */
export async function isFollowing(
  { cardholderId }: CardholderScope,
  schoolId: string,
): Promise<boolean> {
  const count = await db().followedSchool.count({ where: { cardholderId, schoolId } });
  return count === 1;
}
