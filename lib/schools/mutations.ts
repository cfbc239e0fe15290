import type { CardholderScope } from "../auth/scopes.ts";
import { ServiceError } from "../errors.ts";
import type { FollowResult } from "./portal-contract.ts";
import { deleteFollow, insertFollow } from "./sql.ts";

/** Follows or unfollows a school, active or not. Repeating it changes nothing. @throws ServiceError SCHOOL_NOT_FOUND */
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
