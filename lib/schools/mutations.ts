import { audit } from "../auth/audit.ts";
import type { CardholderScope, SystemScope } from "../auth/scopes.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { ServiceError } from "../errors.ts";
import { withdrawReceiptApproval } from "./participation/mutations.ts";
import type { FollowResult } from "./portal-contract.ts";
import { deleteFollow, insertFollow } from "./sql.ts";

/** The foundation's details on receipts: EIN (`12-3456789`) and mailing address. */
export type ReceiptDetails = { ein: string; mailingAddress: string };

/**
 * Sets the foundation's details on future receipts, which it then has to approve.
 * @returns false if there is no such school
 */
export function setReceiptDetails(
  scope: SystemScope,
  schoolId: string,
  details: ReceiptDetails,
): Promise<boolean> {
  return transaction(async (tx) => {
    const school = kysely.selectFrom("school").where("id", "=", schoolId).forNoKeyUpdate();
    const before = await runForOne(school.select(["ein", "mailingAddress"]), tx);
    if (!before) return false;
    await affected(kysely.updateTable("school").set(details).where("id", "=", schoolId), tx);
    await audit(tx, scope, "school.receipts", schoolId, details);
    const { ein, mailingAddress } = details;
    const isSame = before.ein === ein && before.mailingAddress === mailingAddress;
    if (!isSame) await withdrawReceiptApproval(tx, scope, schoolId);
    return true;
  });
}

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
